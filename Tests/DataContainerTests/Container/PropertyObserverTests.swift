import DataContainerTesting
import Testing

@testable import DataContainer

@DataContainer
private final class Observed {
    @Transient var log: [String] = []

    var volume = 0 {
        willSet { log.append("will \(volume) \(newValue)") }
        didSet {
            if volume > 10 { volume = 10 }
            log.append("did \(oldValue) \(volume)")
        }
    }

    var name: String? {
        didSet(previous) {
            guard previous != name else { return }
            log.append("name \(previous ?? "none")")
        }
    }
}

@Suite("willSet and didSet")
struct PropertyObserverTests {
    private let observed = Observed(store: .memory, lifecycle: .none)

    @Test("They run with the old and the new value")
    func run() {
        observed.volume = 3
        observed.volume += 1
        #expect(observed.log == ["will 0 3", "did 0 3", "will 3 4", "did 3 4"])
    }

    @Test("A write from inside an observer does not run it again")
    func recursion() {
        observed.volume = 11
        #expect(observed.volume == 10)
        #expect(observed.log == ["will 0 11", "did 0 10"])
    }

    @Test("They may return early, and name their parameter")
    func early() {
        observed.name = "a"
        observed.name = "a"
        #expect(observed.log == ["name none"])
    }

    @Test("What is set before the store could be read wins over the saved value, as in any other property")
    func setBeforeLoading() throws {
        let memory = MemoryStore(["volume": .integer(7), "name": .text("saved")])
        let store = FaultyStore(memory)
        store.failLoads(1)
        let errors = Log<ContainerError>()
        let scheduler = ManualScheduler()
        let observed = scheduler.use { Observed(store: store, lifecycle: .none) { errors.append($0) } }
        observed.volume = 5
        observed.name = nil
        scheduler.advance(by: .seconds(1))
        #expect(observed.volume == 5 && observed.name == nil)
        #expect(try memory.load(nil).entries.mapValues(\.value) == ["volume": .integer(5)])
        #expect(errors.all.map(\.code) == [.cannotLoad])
    }

    @Test("willSet of a new value may wait for another thread that writes")
    func waiting() {
        let state = Waiting(store: .memory, lifecycle: .none)
        state.number = 1
        #expect(state.number == 1 && state.other == 1)
    }
}

@DataContainer
private final class Waiting {
    var other = 0
    var number = 0 {
        willSet { onThread("other writer") { self.other += 1 }.wait() }
    }
}
