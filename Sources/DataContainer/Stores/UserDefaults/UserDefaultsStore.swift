internal import Foundation

/// A store in `UserDefaults`: the place where apps without this package keep their settings, and so the one that finds
/// the data of an app which moves to it.
///
/// Values are plain property-list values under prefix and key, which other code and the `defaults` command can read:
/// Bool, Int, Double, String, Data, Date; a JSON text as a String, so that it comes back as
/// ``StoredValue/text(_:)`` (see ``mergedKinds``). What the medium cannot hold exactly is a dictionary of two entries,
/// `["DataContainer.type": "date", "value": "-1.25"]`: the JSON text `null` everywhere; on Linux also -0.0, a date with
/// a fraction of a second (in seconds since 2001) or with a year that has not four digits, and, its bytes as Data, a
/// text that begins with a byte order mark. Arrays and
/// dictionaries that other code wrote come back as ``StoredValue/json(_:)`` if JSON can express them; otherwise they are
/// reported as unreadable and stay.
///
/// Only the entries of the suite's own domain are read: neither the global domain, nor registered defaults, nor
/// arguments of the command line.
///
/// ## What it cannot do
///
/// `UserDefaults` has no revisions and no transactions: ``ChangeSet/expects`` is not checked, and a commit may be half
/// written if the process dies in the middle of it. Revisions are those of this process.
///
/// On Linux, Foundation keeps a suite in one XML file, `$XDG_CONFIG_HOME/SUITE.plist` or `~/.config/SUITE.plist`. The
/// store writes it at each commit and reports a failure, so a commit that returned is in the file; a commit and a load
/// take time that grows with all that the suite holds. But Foundation writes the file in place. So:
///
/// - a process that is killed while it writes can leave a damaged file, in which every key of the suite is lost. The
///   damage is found: loads and commits throw ``StoreError/Code/damaged`` and leave the file alone, until somebody
///   repairs it or moves it away;
/// - two processes that write at the same time can lose each other's changes, or read a file that is half written;
/// - a disk or a quota that is used up while it writes can leave a file cut short, which is then a damaged one. Before
///   it writes, the store looks whether there is room.
///
/// Use ``Store/sqlite(at:)`` where that matters.
public final class UserDefaultsStore: Store {
    /// The suite, or `nil` for the standard defaults.
    public let suiteName: String?
    /// What stands before each key.
    public let prefix: String

    /// Makes a store in a suite.
    ///
    /// - Parameters:
    ///   - suiteName: The suite, or `nil` for the standard defaults.
    ///   - prefix: What stands before each key, to keep entries apart that share a suite.
    public init(suiteName: String? = nil, prefix: String = "") {
        self.suiteName = suiteName
        self.prefix = prefix
    }

    /// None: neither are revisions compared, nor is a commit atomic if the process dies.
    public var capabilities: StoreCapabilities {
        []
    }

    /// JSON texts are plain strings here.
    public var mergedKinds: [StoredValue.Kind: StoredValue.Kind] {
        [.json: .text]
    }

    /// Reads entries.
    ///
    /// - Throws: On Linux, ``StoreError/Code/damaged`` when the suite's file is no property list, and others when it
    ///   cannot be read.
    public func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        try UserDefaultsMedium.exclusively { () throws(StoreError) in
            let (defaults, domain) = try open()
            try UserDefaultsMedium.refresh(defaults, domain: domain)
            var snapshot = Snapshot(revision: UserDefaultsRevisions.present(in: domain))
            let names = keys.map { Set($0.map { prefix + $0 }) }
            // The domain is copied only if something was found, perhaps elsewhere.
            if let names, !names.contains(where: { defaults.object(forKey: $0) != nil }) {
                return snapshot
            }
            let objects = defaults.persistentDomain(forName: domain) ?? [:]
            for name in names ?? Set(objects.keys) {
                // Compared byte by byte: a mark at the start of a key can make one character with the prefix's last.
                guard name.utf8.starts(with: prefix.utf8), let object = objects[name] else { continue }
                let key = String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
                if let value = UserDefaultsValue.storedValue(object) {
                    snapshot.entries[key] = Entry(
                        value: value, revision: UserDefaultsRevisions.revision(of: name, in: domain))
                } else {
                    snapshot.unreadable[key] = StoreError(
                        .unsupported, "'\(name)' in \(domain) holds a \(type(of: object)) that is no stored value.")
                }
            }
            return snapshot
        }
    }

    /// Writes some entries. ``ChangeSet/expects`` is not looked at.
    ///
    /// - Throws: On Linux, ``StoreError/Code/damaged`` when the suite's file is no property list, and others when it
    ///   cannot be written. The entries are then as before.
    public func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        var objects: [String: Any] = [:]
        for (key, value) in changes.updates {
            objects[prefix + key] = try UserDefaultsValue.propertyList(value)
        }
        return try UserDefaultsMedium.exclusively { () throws(StoreError) in
            let (defaults, domain) = try open()
            try UserDefaultsMedium.check(domain: domain, isChanged: !changes.isEmpty)
            let removed = changes.removals.map { prefix + $0 }.filter {
                objects[$0] == nil && defaults.object(forKey: $0) != nil
            }
            var before: [String: Any] = [:]
            for name in removed + objects.keys {
                before[name] = defaults.object(forKey: name)
            }
            for (name, object) in objects {
                defaults.set(object, forKey: name)
            }
            removed.forEach(defaults.removeObject)
            do throws(StoreError) {
                try UserDefaultsMedium.save(defaults, domain: domain, durability: durability)
            } catch {
                for name in removed + objects.keys {
                    defaults.set(before[name], forKey: name)
                }
                throw error
            }
            return UserDefaultsRevisions.record(set: Array(objects.keys), removed: removed, in: domain)
        }
    }

    /// The defaults, and the name of their own domain.
    private func open() throws(StoreError) -> (UserDefaults, domain: String) {
        let own = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let domain = suiteName ?? own
        // Apple's UserDefaults refuses the app's own domain as a suite: it is the standard one.
        guard !domain.isEmpty, let defaults = domain == own ? .standard : UserDefaults(suiteName: domain) else {
            throw StoreError(.cannotOpen, "'\(domain)' cannot be the name of a suite. Choose another.")
        }
        return (defaults, domain)
    }
}

extension Store where Self == UserDefaultsStore {
    /// A store in `UserDefaults`, see ``UserDefaultsStore``.
    ///
    /// - Parameters:
    ///   - suiteName: The suite, or `nil` for the standard defaults.
    ///   - prefix: What stands before each key.
    public static func userDefaults(_ suiteName: String? = nil, prefix: String = "") -> UserDefaultsStore {
        UserDefaultsStore(suiteName: suiteName, prefix: prefix)
    }
}
