/// The revisions that `UserDefaults` cannot keep: those of this process, for all suites together.
enum UserDefaultsRevisions {
    private struct State {
        /// The last revision of all. Starts at 1, which is that of what this process finds.
        var last = Revision.zero.next
        var domains: [String: Domain] = [:]
    }

    private struct Domain {
        var present = Revision.zero.next
        /// Those of the entries that this process has set, by name.
        var entries: [String: Revision] = [:]
    }

    private static let state = Lock(State())

    /// The revision of this process's last commit to a domain.
    static func present(in domain: String) -> Revision {
        state.withLock { $0.domains[domain]?.present } ?? Revision.zero.next
    }

    /// The revision at which this process set an entry, or the first one if it did not.
    static func revision(of name: String, in domain: String) -> Revision {
        state.withLock { $0.domains[domain]?.entries[name] } ?? Revision.zero.next
    }

    /// Takes note of a commit.
    ///
    /// - Returns: The next revision, or the present one if nothing was set and nothing removed.
    static func record(set: [String], removed: [String], in domain: String) -> Revision {
        state.withLock { state in
            // Taken out while it is changed, so that its dictionary is not copied.
            var changed = state.domains.removeValue(forKey: domain) ?? Domain()
            defer { state.domains[domain] = changed }
            guard !set.isEmpty || !removed.isEmpty else { return changed.present }
            state.last = state.last.next
            changed.present = state.last
            for name in set {
                changed.entries[name] = state.last
            }
            for name in removed {
                changed.entries[name] = nil
            }
            return state.last
        }
    }
}
