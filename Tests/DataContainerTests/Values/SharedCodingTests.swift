import Dispatch
import Foundation
import Testing

@testable import DataContainer

@Suite("Threads share one coding, and a user's code runs under no lock")
struct SharedCodingTests {
    @Test func manyThreads() throws {
        let shallow = ValueCoding<JSONValueTests.Mixed>()
        let deep = ValueCoding<Chain>()
        let level = ValueCoding<Level?>()
        let wrong = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let mixed = JSONValueTests.Mixed(b: "\(index)", a: UInt64(index))
            let chain = Chain.of(index % 50)
            let number = Level(rawValue: .max - UInt64(index))
            let isRight =
                (try? shallow.decodeOwn(mixed)) == mixed && (try? deep.decodeOwn(chain)) == chain
                && (try? level.decodeOwn(number)) == number
            if !isRight { wrong.withLock { $0 += 1 } }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    /// Encodes only when another thread has encoded and decoded with the same coding meanwhile.
    struct Waiting: Codable, Sendable, Equatable {
        var other: Int?

        enum CodingKeys: CodingKey { case other }

        func encode(to encoder: any Encoder) throws {
            if other == nil {
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    let coding = SharedCodingTests.waiting
                    if (try? coding.decodeOwn(Waiting(other: 1))) == Waiting(other: 1) { done.signal() }
                }
                guard done.wait(timeout: .now() + 60) == .success else { throw NoError() }
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(other, forKey: .other)
        }
    }

    static let waiting = ValueCoding<Waiting>()

    @Test func usersCodeMayWaitForAnotherThreadThatUsesTheCoding() throws {
        #expect(try Self.waiting.encode(Waiting(), default: Waiting()) == .json("{}"))
    }
}
