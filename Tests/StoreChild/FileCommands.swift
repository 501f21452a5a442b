import DataContainer
import Foundation

/// The commands that work on a file store: `file-COMMAND FORMAT:PATH [ARGUMENT]`.
///
/// - Returns: Whether it was one of them.
func runFileCommand(_ arguments: [String]) throws -> Bool {
    guard arguments[1].hasPrefix("file-") else { return false }
    let parts = arguments[2].split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let format = FileFormat.allCases.first(where: { "\($0)" == parts[0] }) else { exit(64) }
    let store = FileStore(url: URL(filePath: parts[1]), format: format)
    switch arguments[1] {
    case "file-commit-forever": try commitForever(store)
    case "file-increment": try increment(store, Int(arguments[3]) ?? 0)
    case "file-error":
        // Without the rights of root, who may read and write everything.
        if let user = uid_t(arguments[3]) {
            // A further group that this user belongs to.
            var groups = arguments.dropFirst(4).compactMap { gid_t($0) }
            guard setgroups(.init(groups.count), &groups) == 0, setgid(user) == 0, setuid(user) == 0 else { exit(77) }
        }
        reportErrors(store)
    case "file-full": try fillUp(store)
    case "file-set":
        _ = try store.commit(ChangeSet(updates: [arguments[3]: .text(arguments[4])]), durability: .process)
        report("done")
    case "file-lock":
        // Holds the lock until it is killed.
        let file = open(parts[1] + ".lock", O_RDWR | O_CREAT, 0o600)
        guard flock(file, LOCK_EX) == 0 else { exit(70) }
        report("locked")
        pause()
    default: exit(64)
    }
    return true
}

/// Three entries that always agree; goes on from where the last process was.
private func commitForever(_ store: FileStore) throws {
    var number = integer(try store.load(["a"]).entries["a"]?.value)
    while true {
        number += 1
        let value = StoredValue.integer(number)
        _ = try store.commit(
            ChangeSet(updates: ["a": value, "b": value, "c": value, "own \(number % 50)": value]),
            durability: number.isMultiple(of: 10) ? .power : .process)
        report("\(number)")
    }
}

private func increment(_ store: FileStore, _ times: Int) throws {
    for _ in 0..<times {
        var isDone = false
        while !isDone {
            let entry = try store.load(["count"]).entries["count"]
            do throws(StoreError) {
                _ = try store.commit(
                    ChangeSet(
                        updates: ["count": .integer(integer(entry?.value) + 1)],
                        expects: ["count": entry?.revision ?? .zero]), durability: .process)
                isDone = true
            } catch {
                if error.code != .conflict { throw error }
            }
        }
    }
    report("done")
}

private func reportErrors(_ store: FileStore) {
    do throws(StoreError) {
        report("loaded \(try store.load(nil).entries.count)")
    } catch {
        report("\(error.code.rawValue): \(error.message)")
    }
    do throws(StoreError) {
        _ = try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .process)
        report("committed")
    } catch {
        report("\(error.code.rawValue): \(error.message)")
    }
}

private func fillUp(_ store: FileStore) throws {
    _ = try store.commit(ChangeSet(updates: ["a": .integer(1)]), durability: .power)
    // From here on, no file grows beyond this; without the signal, writing fails as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
    setrlimit(fileSizeLimit, &limit)
    do throws(StoreError) {
        _ = try store.commit(ChangeSet(updates: ["a": .data(Data(repeating: 1, count: 1 << 20))]), durability: .power)
        report("committed")
    } catch {
        report("\(error.code.rawValue): \(error.message)")
    }
    report(try store.load(["a"]).entries["a"]?.value == .integer(1) ? "still there" : "changed")
    _ = try store.commit(ChangeSet(updates: ["a": .integer(2)]), durability: .process)
    report("committed \(integer(try store.load(["a"]).entries["a"]?.value))")
}
