/// A namespace for the properties and functions that concern all schedulers of the program.
public enum Schedulers {
    /// The innermost scheduler on this thread; `nil` on a foreign thread.
    ///
    /// On the main actor, outside of any other scheduler, it is the main scheduler.
    public static var current: (any Scheduler)? {
        if let frame = CurrentScheduler.frame { return frame.pointee.scheduler }
        return MainScheduler.isMainContext ? MainScheduler.shared : nil
    }

    /// Whether the running item is a step of a task, such as a method of an actor.
    ///
    /// The step runs on the current scheduler, to which its actor need not be pinned.
    package static var isInStepOfTask: Bool { CurrentScheduler.frame?.pointee.isTask ?? false }

    /// Makes `scheduler` the current one while `body` runs, for a scheduler without a thread.
    ///
    /// The caller ensures that no other thread is inside the scheduler.
    package static func enter<Result>(
        _ scheduler: any Scheduler, _ body: () throws -> Result
    ) rethrows -> Result {
        try CurrentScheduler.enter(scheduler) { _ in try body() }
    }
}
