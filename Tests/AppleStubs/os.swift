// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of `os` as this package uses.
// https://developer.apple.com/documentation/os/synchronization

public struct os_unfair_lock {
    public init() { fatalError() }
}
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { fatalError() }
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { fatalError() }
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { fatalError() }
