import CScheduling

/// The schedulers that run work on the calling thread, innermost first: one frame for each nested run.
struct CurrentScheduler {
    unowned(unsafe) let scheduler: any Scheduler  // the frame lives on the stack of a call that holds the scheduler
    let item: UnsafePointer<WorkItem>?

    /// The innermost scheduler, with the run of it that is under way; `nil` on a foreign thread.
    static var frame: UnsafePointer<CurrentScheduler>? {
        cs_get_current().map { UnsafePointer($0.assumingMemoryBound(to: CurrentScheduler.self)) }  // only `enter` stores there
    }

    /// Makes `scheduler` the current one while `body` runs, and the former one again when it ends or throws.
    static func enter<Result, Failure: Error>(
        _ scheduler: any Scheduler, running item: UnsafePointer<WorkItem>? = nil,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var frame = CurrentScheduler(scheduler: scheduler, item: item)
        let outer = cs_get_current()
        defer { cs_set_current(outer) }
        return try withUnsafeMutablePointer(to: &frame) { pointer throws(Failure) -> Result in
            cs_set_current(pointer)
            return try body()
        }
    }
}

/// The scheduler whose work is running on the calling thread.
public enum Schedulers {
    /// The innermost scheduler on this thread: the main one on the main actor outside of any other; `nil` on a foreign thread.
    public static var current: (any Scheduler)? {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler }
        return MainScheduler.isMainContext ? MainScheduler.shared : nil
    }
}
