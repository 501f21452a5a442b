import Foundation
import Observation
import Testing

@testable import DataContainer

/// The same properties as the container of the program ContainerChild.
@DataContainer
final class SharedState {
    var count = 0
    var first = 0
    var second = 0
    var third = 0
    var text: String?
}

@Suite("Containers on one store lose nothing and see each other", .serialized)
struct SharedStoreTests {
    let folder: TemporaryFolder
    let errors = Log<ContainerError>()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func container(saving: SavingPolicy = .automatic) -> SharedState {
        SharedState(store: .sqlite(at: folder.file()), saving: saving, lifecycle: .none) { [errors] in errors.append($0)
        }
    }

    private func child(_ arguments: String...) throws -> StoreChildProcess {
        let arguments = [arguments[0], folder.file().path] + arguments.dropFirst()
        return try StoreChildProcess(arguments, program: "ContainerChild")
    }

    @Test func fourProcessesLoseNoIncrement() throws {
        let each = Torture.count(1_000, all: 10_000)
        let state = container()
        let children = try (0..<4).map { _ in try child("increment", "\(each)") }
        // All of them are open before the first begins.
        for child in children { #expect(child.line() == "ready") }
        for child in children { try child.write("go") }
        for child in children { #expect(child.line() == "done") }
        for child in children { #expect(child.remainingLines().isEmpty && child.process.terminationStatus == 0) }
        #expect(try SQLiteStore(url: folder.file()).load(nil).entries["count"]?.value == .integer(Int64(4 * each)))
        // A container that only looked on has come to the same, without having been asked to.
        waitUntil("the last increment is seen") { state.count == 4 * each }
        #expect(errors.all.isEmpty)
    }

    @Test func twoContainersInOneProcessLoseNoIncrement() throws {
        let each = Torture.count(500, all: 10_000)
        let containers = [container(), container()]
        let gates = containers.map { container in
            onThread("increments") {
                for _ in 0..<each {
                    do { try container.transaction { $0.count += 1 } } catch { Issue.record(error) }
                }
            }
        }
        for gate in gates { gate.wait() }
        for container in containers {
            waitUntil("the other's last increment is seen") { container.count == 2 * each }
        }
        #expect(errors.all.isEmpty)
    }

    @Test func changeAndResetInAnotherProcessAreSeen() throws {
        let state = container()
        let writer = try child("set")
        #expect(writer.line() == "ready")
        for text in ["first", "second", "reset", "third"] {
            let changed = Gate(text)
            withObservationTracking {
                _ = state.text
            } onChange: {
                changed.open()
            }
            try writer.write(text)
            #expect(writer.line() == "saved")
            changed.wait()
            waitUntil(text) { state.text == (text == "reset" ? nil : text) }
        }
        writer.endInput()
        #expect(writer.remainingLines().isEmpty)
        #expect(errors.all.isEmpty)
    }

    @Test func anotherProcessSeesAChangeAndAReset() throws {
        let state = container(saving: .immediately)
        let watcher = try child("watch")
        #expect(watcher.line() == "0 nil")
        state.text = "hello"
        #expect(watcher.line() == "0 hello")
        try state.transaction { $0.count = 5 }
        #expect(watcher.line() == "5 hello")
        state.reset(\.text)
        #expect(watcher.line() == "5 nil")
        state.reset()
        #expect(watcher.line() == "0 nil")
        watcher.endInput()
        #expect(watcher.remainingLines().isEmpty)
    }

    @Test func fiftyWritersOfDistinctKeysLoseNone() throws {
        let state = container()
        for group in 0..<10 {
            let children = try (0..<5).map { try child("commit", "writer \(group * 5 + $0)") }
            state.count = group
            for child in children { #expect(child.remainingLines() == ["done"]) }
        }
        try state.save()
        let entries = try SQLiteStore(url: folder.file()).load(nil).entries
        #expect(Set(entries.keys) == Set((0..<50).map { "writer \($0)" } + ["count"]))
    }

    @Test func processThatIsStoppedWhileItWritesHoldsOthersUpForABoundedTime() throws {
        let store = SQLiteStore(place: .file(folder.file()), patience: 200)
        let state = SharedState(store: store, saving: .immediately, lifecycle: .none) { [errors] in errors.append($0) }
        state.count = 1
        let holder = try child("hold")
        #expect(holder.line() == "holding")
        kill(holder.process.processIdentifier, SIGSTOP)
        // A change stays in memory, and is not lost.
        state.count = 2
        #expect(state.count == 2 && state.hasUnsavedChanges)
        #expect(state.status.error?.code == .busy)
        #expect(errors.all.map(\.code) == [.cannotSave])
        let error = #expect(throws: StoreError.self) { try state.transaction { $0.count += 1 } }
        #expect(error?.code == .busy)
        // Readers are not affected.
        let other = SharedState(store: SQLiteStore(url: folder.file()), lifecycle: .none)
        #expect(other.count == 1 && other.status.isReady)
        try other.reload()
        kill(holder.process.processIdentifier, SIGCONT)
        try holder.write("go on")
        #expect(holder.line() == "done")
        // Tried again by itself.
        waitUntil("the change is saved") { !state.hasUnsavedChanges }
        waitUntil("the other container sees it") { other.count == 2 }
        _ = holder.remainingLines()
    }

    @Test func nothingIsHeldBetweenOperations() throws {
        let state = container()
        try state.transaction { $0.count = 1 }
        try state.reload()
        let database = try RawDatabase(folder.file())
        // Without waiting: neither a reader nor a writer may be in the way.
        try database.execute("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK")
        #expect(try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") == ["0|0|0"])
    }

    @Test func processesThatAreKilledLeaveWholeTransactions() throws {
        var generator = SystemRandomNumberGenerator()
        var last = 0
        for round in 0..<Torture.count(30, all: 300) {
            let child = try child("states")
            // Killed at a random moment of a random transaction.
            for _ in 0..<Int.random(in: 1...15, using: &generator) {
                last = try #require(child.line().flatMap { Int($0) }, "the child ended by itself")
            }
            let delay = useconds_t.random(in: 0...3_000, using: &generator)
            // Not to wait for something, but to come at any moment of a commit.
            usleep(delay)
            child.kill()
            while let line = child.line() { last = try #require(Int(line)) }
            _ = child.remainingLines()
            let state = container()
            #expect(state.first == last || state.first == last + 1, "round \(round)")
            #expect(state.first == state.second && state.second == state.third, "round \(round)")
            last = state.first
        }
        #expect(errors.all.isEmpty)
        #expect(try RawDatabase(folder.file()).rows("PRAGMA integrity_check") == ["ok"])
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") })
    }
}
