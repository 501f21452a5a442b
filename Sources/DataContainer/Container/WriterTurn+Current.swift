import Foundation

extension WriterTurn.Owner {
    /// The running task, and the running thread. Costs a few nanoseconds.
    static var current: WriterTurn.Owner {
        WriterTurn.Owner(task: currentTask, thread: currentThread)
    }

    private static var currentTask: UInt {
        withUnsafeCurrentTask { task in
            guard let task else { return 0 }
            // The handle is one reference. Its address is compared, never followed: the task that holds the turn is
            // alive as long as it holds it, so no other task can have the same.
            return unsafeBitCast(task, to: UInt.self)
        }
    }
}
