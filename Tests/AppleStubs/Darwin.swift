// swift-format-ignore-file
// Declarations of another library, as it documents them.

// As much of `Darwin` as this package uses and Linux lacks.

import Dispatch
@_exported import Glibc  // what both systems have

public var O_EVTONLY: Int32 { fatalError() }

/// What `pthread_t` points to.
public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public func pthread_self() -> pthread_t { fatalError() }

// MARK: - Dispatch

// It stands here because a type is looked for in the modules that a file imports, and Linux has a Dispatch of its own.

// A protocol of Objective-C, so for classes only.
public protocol DispatchSourceFileSystemObject: AnyObject, DispatchSourceProtocol {
    var handle: Int32 { get }
    var data: DispatchSource.FileSystemEvent { get }
    var mask: DispatchSource.FileSystemEvent { get }
}

extension DispatchSource {
    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { fatalError() }
}
