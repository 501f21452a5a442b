// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of `os` as this package uses.
// https://developer.apple.com/documentation/os/osallocatedunfairlock

@frozen
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState initialState: State) { fatalError() }
}

extension OSAllocatedUnfairLock where State == () {
    public init() { fatalError() }
    public func lock() { fatalError() }
    public func unlock() { fatalError() }
}
