import DataContainer
import Testing

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
}
