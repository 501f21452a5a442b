import DataContainer
import Foundation

/// The command `import-kill FOLDER STEP`: imports from `old.sqlite` to `new.sqlite`, and kills itself at a step.
///
/// - Returns: Whether it was that.
func runImportCommand(_ arguments: [String]) throws -> Bool {
    guard arguments[1] == "import-kill" else { return false }
    let folder = URL(filePath: arguments[2])
    let base = DeadlyStore(base: SQLiteStore(url: folder.appending(path: "new.sqlite")), step: arguments[3])
    let source = DeadlyStore(base: SQLiteStore(url: folder.appending(path: "old.sqlite")), step: arguments[3] + "/old")
    // Named as the tests' own store would name it.
    let store = base.importing(source, as: "sqlite:old.sqlite")
    _ = try store.load(["a", "b"])
    // A second run has nothing left to import, and so passes no step.
    kill(getpid(), SIGKILL)
    return true
}

/// A store that kills its process.
private struct DeadlyStore: Store {
    let base: SQLiteStore
    let step: String

    func load(_ keys: [String]?) throws(StoreError) -> Snapshot {
        if step == "before-source/old" { kill(getpid(), SIGKILL) }
        return try base.load(keys)
    }

    func commit(_ changes: ChangeSet, durability: Durability) throws(StoreError) -> Revision {
        if step == "before-commit" { kill(getpid(), SIGKILL) }
        let revision = try base.commit(changes, durability: durability)
        if step == "after-commit" { kill(getpid(), SIGKILL) }
        return revision
    }
}
