import Dispatch
import Foundation
import Testing

@testable import DataContainer

/// What observers were told, in order, and by whom.
private final class Journal: Sendable {
    private let lines = Lock<[String]>([])

    var content: [String] {
        lines.withLock { $0 }
    }

    func write(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Something that several closures change.
private final class Shared<Value: Sendable>: Sendable {
    private let lock: Lock<Value>

    init(_ value: Value) {
        lock = Lock(value)
    }

    var value: Value {
        lock.withLock { $0 }
    }

    func change(_ body: (inout Value) -> Void) {
        lock.withLock { body(&$0) }
    }
}

private final class Observer: LifecycleObserver {
    private let action: @Sendable (LifecycleEvent) -> Void
    private let onDeinit: Lock<(@Sendable (Observer) -> Void)?> = Lock(nil)

    init(_ action: @escaping @Sendable (LifecycleEvent) -> Void) {
        self.action = action
    }

    convenience init(_ name: String, in journal: Journal) {
        self.init { journal.write("\(name) \($0)") }
    }

    func atDeinit(_ action: @escaping @Sendable (Observer) -> Void) {
        onDeinit.withLock { $0 = action }
    }

    func handle(_ event: LifecycleEvent) {
        action(event)
    }

    deinit {
        onDeinit.withLock { $0 }?(self)
    }
}

private final class Source: LifecycleSource {
    let results: Lock<[Bool]>

    init(_ results: [Bool]) {
        self.results = Lock(results)
    }

    func install(sendingTo center: LifecycleCenter) -> Bool {
        results.withLock { $0.removeFirst() }
    }
}

@Suite("Lifecycle center: everybody is told, in order, in bounded time")
struct LifecycleCenterTests {
    private let center = LifecycleCenter(source: nil)
    private let journal = Journal()

    private func observers(_ names: String...) -> [Observer] {
        let observers = names.map { Observer($0, in: journal) }
        observers.forEach { center.add($0) }
        return observers
    }

    @Test("In the order of adding, and done when send returns")
    func order() {
        let kept = observers("a", "b", "c")
        for event in [LifecycleEvent.background, .foreground, .end] { center.send(event) }
        #expect(
            journal.content == [
                "a background", "b background", "c background", "a foreground", "b foreground", "c foreground",
                "a end", "b end", "c end",
            ])
        withExtendedLifetime(kept) {}
    }

    @Test("Adding twice counts once; a removed observer is told nothing more")
    func addingAndRemoving() {
        let kept = observers("a", "b", "c")
        center.add(kept[0])
        center.remove(kept[1])
        center.send(.end)
        #expect(journal.content == ["a end", "c end"])
    }

    @Test("Observers are not kept alive, and one that goes may remove itself")
    func weakness() {
        var kept = observers("a", "b")
        kept.first?.atDeinit { [center] in center.remove($0) }
        kept.removeFirst()
        kept += observers("c")
        center.send(.end)
        #expect(journal.content == ["b end", "c end"])
    }

    @Test("One whose last reference goes within the center may remove itself")
    func dyingInside() {
        let held = Shared<Observer?>(nil)
        let isGone = Shared(false)
        do {
            let observer = Observer { _ in held.change { $0 = nil } }
            observer.atDeinit { [center] observer in
                center.remove(observer)
                isGone.change { $0 = true }
            }
            center.add(observer)
            held.change { $0 = observer }
        }
        // While it is called, it lets the last reference go that is not the center's.
        center.send(.background)
        #expect(isGone.value)
        center.send(.background)
    }

    @Test("Adding and removing from within a call")
    func changesInside() {
        let late = Observer("late", in: journal)
        let last = Observer("last", in: journal)
        let first = Observer { [center, journal] event in
            journal.write("first \(event)")
            center.add(late)
            center.remove(last)
        }
        center.add(first)
        center.add(last)
        center.send(.background)
        #expect(journal.content == ["first background"])
        center.send(.end)
        #expect(journal.content == ["first background", "first end", "late end"])
    }

    @Test("One event at a time, however many threads send, add and remove")
    func oneAtATime() {
        let running = Shared((now: 0, most: 0, calls: 0))
        let overlaps = DispatchSemaphore(value: 0)
        let observer = Observer { _ in
            running.change { running in
                running.now += 1
                running.calls += 1
                running.most = max(running.most, running.now)
                if running.now > 1 { overlaps.signal() }
            }
            // Gives the other threads a moment in which to get here too, which they must not.
            _ = overlaps.wait(timeout: .now() + .milliseconds(5))
            running.change { $0.now -= 1 }
        }
        center.add(observer)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let passing = Observer { _ in }
            center.add(passing)
            center.send(index.isMultiple(of: 2) ? .background : .foreground)
            if index.isMultiple(of: 3) { center.remove(passing) }
        }
        #expect(running.value.most == 1)
        #expect(running.value.calls == 64)
    }

    @Test("Sending from within a call tells everybody else, and does not wait for itself")
    func sendingInside() {
        let sender = Observer { [center, journal] event in
            journal.write("sender \(event)")
            if event == .background { center.send(.end) }
        }
        center.add(sender)
        let kept = observers("a")
        center.send(.background)
        #expect(journal.content == ["sender background", "a end", "a background"])
        withExtendedLifetime(kept) {}
    }

    @Test("Stuck observers cost the others nothing but a moment, and send no more than its limit")
    func stuck() {
        let center = LifecycleCenter(source: nil, limit: .milliseconds(1500))
        let never = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        let stuck = (0..<3).map { _ in
            Observer { [never, done] _ in
                never.wait()
                done.signal()
            }
        }
        stuck.forEach { center.add($0) }
        let last = Observer("last", in: journal)
        center.add(last)
        let time = ContinuousClock().measure { center.send(.end) }
        #expect(journal.content == ["last end"])
        #expect(time >= .milliseconds(1400))
        #expect(time < .seconds(20))
        stuck.forEach { _ in never.signal() }
        stuck.forEach { _ in done.wait() }
    }

    @Test("A slow observer is waited for, and those behind it do not wait as long")
    func slow() {
        let lastIsDone = DispatchSemaphore(value: 0)
        // Returns only when the one behind it has been told, so it would hang if that one had to wait for it.
        let slow = Observer { [journal] _ in
            let isInTime = lastIsDone.wait(timeout: .now() + 60) == .success
            journal.write(isInTime ? "slow" : "too slow")
        }
        let last = Observer { [journal] _ in
            journal.write("last")
            lastIsDone.signal()
        }
        center.add(slow)
        center.add(last)
        center.send(.end)
        #expect(journal.content == ["last", "slow"])
    }

    @Test("The source is installed with the first observer, once; and asked again if it could not be")
    func installing() {
        let source = Source([false, true])
        let center = LifecycleCenter(source: source)
        #expect(source.results.withLock { $0.count } == 2)
        let observers = (0..<3).map { _ in Observer { _ in } }
        observers.forEach { center.add($0) }
        #expect(source.results.withLock { $0.isEmpty })
    }
}
