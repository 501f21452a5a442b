import Foundation

/// A file of a store, with some of its bytes changed.
enum FuzzedFile {
    private static let values: [String: StoredValue] = {
        var values: [String: StoredValue] = ["flag": .bool(true), "ratio": .real(0.5), "list": .json("[1,2]")]
        for number in 0..<40 { values["entry \(number)"] = .text("the value of \(number)") }
        return values
    }()

    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }()

    private static let url = folder.appending(path: "store.sqlite")

    private static let sound: Data = {
        let place = folder.appending(path: "sound.sqlite")
        do {
            do {
                _ = try SQLiteStore(url: place).commit(ChangeSet(updates: values), durability: .process)
            }
            return try Data(contentsOf: place)
        } catch {
            fatalError("\(error)")
        }
    }()

    /// Changes bytes of a sound file: each three bytes of `edits` are a place and what to put there.
    ///
    /// After one edit, every value has to be right or reported. With several, libFuzzer forges checksums, since it sees what
    /// they are compared with.
    static func check(edits: Data) {
        var bytes = sound
        let isSingle = edits.count < 6
        var edits = edits
        while edits.count >= 3 {
            let edit = Array(edits.prefix(3))
            edits = edits.dropFirst(3)
            bytes[(Int(edit[0]) << 8 | Int(edit[1])) % bytes.count] = edit[2]
        }
        load(bytes) { snapshot in
            guard isSingle else { return }
            for (key, entry) in snapshot.entries {
                precondition(values[key] == entry.value, "\(key) is \(entry.value)")
            }
            for key in values.keys where snapshot.entries[key] == nil {
                precondition(snapshot.unreadable[key] != nil || !snapshot.notices.isEmpty, "\(key) is missing")
            }
        }
    }

    /// Loads from a file with these bytes. There is nothing in it that could be right.
    static func check(bytes: Data) {
        load(bytes) { _ in }
    }

    private static func load(_ bytes: Data, _ check: (Snapshot) -> Void) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            unlink(folder.appending(path: name).path)
        }
        do {
            try bytes.write(to: url)
            let store = SQLiteStore(place: .file(url), patience: 0)
            check(try store.load(nil))
            _ = try store.commit(ChangeSet(updates: ["new": .integer(1)]), durability: .process)
            let found = try store.load(["new"])
            precondition(found.entries["new"]?.value == .integer(1))
        } catch {
            let expected: [StoreError.Code] = [.newerLayout, .cannotOpen, .damaged, .readOnly]
            precondition(expected.contains((error as? StoreError)?.code ?? .inputOutput), "\(error)")
        }
    }
}
