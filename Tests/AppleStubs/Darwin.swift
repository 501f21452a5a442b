// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of `Darwin` as this package uses and Linux lacks.

/// What `pthread_t` points to.
public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public func pthread_self() -> pthread_t { fatalError() }
