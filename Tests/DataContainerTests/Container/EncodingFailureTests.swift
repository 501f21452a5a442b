import DataContainerTesting
import Testing

@testable import DataContainer

private struct Moody: Codable, Equatable, Sendable {
    struct Refusal: Error {}
    var isEncodable: Bool

    func encode(to encoder: any Encoder) throws {
        guard isEncodable else { throw Refusal() }
        var container = encoder.singleValueContainer()
        try container.encode(isEncodable)
    }

    init(isEncodable: Bool) {
        self.isEncodable = isEncodable
    }

    init(from decoder: any Decoder) throws {
        isEncodable = try decoder.singleValueContainer().decode(Bool.self)
    }
}

@DataContainer
private final class MoodyState {
    var moody = Moody(isEncodable: true)
    var launches = 0
}

@Suite("A value that cannot be encoded")
struct EncodingFailureTests {
    private let store = MemoryStore(["moody": .json("true")])
    private let errors = Log<ContainerError>()
    private let scheduler = ManualScheduler()

    private func makeState(_ saving: SavingPolicy) -> MoodyState {
        scheduler.use {
            MoodyState(store: store, saving: saving, lifecycle: .none) { [errors] in errors.append($0) }
        }
    }

    @Test("In the place of a change that the store refused, it does not keep later changes from being saved")
    func afterFailure() throws {
        let faulty = FaultyStore(store)
        let state = scheduler.use { MoodyState(store: faulty, lifecycle: .none) }
        faulty.failCommits(1, with: StoreError(.full, "full"))
        state.moody = Moody(isEncodable: false)
        state.moody = Moody(isEncodable: true)
        scheduler.advance(by: .milliseconds(10))
        #expect(!state.status.isReady)
        // What the store refused is not there any more when it is tried again.
        state.moody = Moody(isEncodable: false)
        scheduler.advance(by: .seconds(10))
        #expect(state.status.isReady && scheduler.isIdle)
        state.launches = 2
        scheduler.advance(by: .milliseconds(10))
        #expect(try store.load(nil).entries["launches"]?.value == .integer(2))
    }

    @Test("It is named, every other change is saved, and its old entry stays")
    func automatic() throws {
        let state = makeState(.automatic)
        state.moody.isEncodable = false
        state.launches = 1
        scheduler.advance(by: .milliseconds(10))
        #expect(errors.all.map(\.code) == [.cannotEncode])
        #expect(errors.all.first?.key == "moody")
        #expect(errors.all.first?.expectedType == "Moody")
        #expect(try store.load(nil).entries.mapValues(\.value) == ["moody": .json("true"), "launches": .integer(1)])
        #expect(state.hasUnsavedChanges && state.status.isReady)
        #expect(scheduler.isIdle)

        state.launches = 2
        scheduler.advance(by: .milliseconds(10))
        #expect(errors.all.count == 1)
        #expect(try store.load(nil).entries["launches"]?.value == .integer(2))

        state.moody.isEncodable = true
        scheduler.advance(by: .milliseconds(10))
        #expect(!state.hasUnsavedChanges)
    }

    @Test("save() throws after it has saved the rest")
    func save() throws {
        let state = makeState(.manually)
        state.moody.isEncodable = false
        state.launches = 1
        #expect { try state.save() } throws: { ($0 as? ContainerError)?.key == "moody" }
        #expect(try store.load(nil).entries["launches"]?.value == .integer(1))
    }

    @Test("A transaction that would save it does nothing")
    func transaction() throws {
        let state = makeState(.manually)
        #expect {
            try state.transaction {
                $0.moody.isEncodable = false; $0.launches = 1
            }
        } throws: { ($0 as? ContainerError)?.code == .cannotEncode }
        #expect(state.moody.isEncodable && state.launches == 0 && !state.hasUnsavedChanges)
    }
}
