import Dispatch
import Foundation
import Testing

@testable import DataContainer

/// A point that one thread reaches and another waits for. Waiting is bounded: a hang is a failure, not a stuck run.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    func open() {
        semaphore.signal()
    }

    func wait(_ sourceLocation: SourceLocation = #_sourceLocation) {
        if semaphore.wait(timeout: .now() + 30) == .timedOut {
            Issue.record("Nobody opened the gate '\(name)' within 30 seconds.", sourceLocation: sourceLocation)
        }
    }
}

/// Runs `body` on a thread of its own and returns a gate that opens when it has ended.
func onThread(_ name: String, _ body: @escaping @Sendable () -> Void) -> Gate {
    let done = Gate(name)
    DispatchQueue(label: name).async {
        body()
        done.open()
    }
    return done
}

/// A list that several threads append to.
final class Log<Element: Sendable>: Sendable {
    private let storage = Lock<[Element]>([])

    func append(_ element: Element) {
        storage.withLock { $0.append(element) }
    }

    var all: [Element] { storage.withLock { $0 } }
}

/// Yields to other threads until `condition` holds, for at most 30 seconds.
func waitUntil(
    _ what: String, _ sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) rethrows {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("Waited for 30 seconds: \(what)", sourceLocation: sourceLocation)
            return
        }
        sched_yield()
    }
}
