// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of `os` as this package uses.
// https://developer.apple.com/documentation/os/osallocatedunfairlock

// Unchecked as in `os`, which declares it so; nothing here ever runs.
@frozen
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState initialState: State) { fatalError() }
}

extension OSAllocatedUnfairLock where State == () {
    public init() { fatalError() }
    public func lock() { fatalError() }
    public func unlock() { fatalError() }
}
