import Dispatch

extension Scheduler {
    /// Queues a job of the concurrency runtime, in order with all other work; also after a shutdown, since a task must end.
    public func enqueue(_ job: consuming ExecutorJob) {
        _ = post(WorkItem(UnownedJob(job)))
    }

    /// Queues a job of the concurrency runtime, in order with all other work; also after a shutdown, since a task must end.
    public func enqueue(_ job: UnownedJob) {
        _ = post(WorkItem(job))
    }

    /// Traps when the caller is outside of this scheduler; the concurrency runtime asks before `assumeIsolated`.
    public func checkIsolated() {
        precondition(isCurrent, "called outside of scheduler '\(name)'")
    }

    /// Whether the caller is inside this scheduler (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// The executor reference that pins an actor to this scheduler.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

extension SerialExecutor {
    /// Lets a task go on that makes no call at home: on another thread, since this one may be inside of the runtime's locks, or of
    /// the task itself.
    func runElsewhere(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
