import Dispatch

extension Scheduler {
    /// Queues a job of the concurrency runtime, in order with all other work.
    ///
    /// A job is accepted after a shutdown, too, since a task must end.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job))
    }

    /// Queues a job of the concurrency runtime, in order with all other work.
    ///
    /// A job is accepted after a shutdown, too, since a task must end.
    public func enqueue(_ job: UnownedJob) {
        // unsafe, Unmanaged: the optimizer removes an ordinary reference to `self`.
        // The runtime does not retain its executor, and the job may release the last reference to
        // this scheduler while `post` still runs.
        let reference = Unmanaged.passRetained(self)
        _ = post(WorkItem(job))
        reference.release()
    }

    /// Traps when the caller is outside of this scheduler.
    ///
    /// The concurrency runtime calls it before `assumeIsolated`.
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
    /// Resumes a task whose call is not made, on a global queue.
    ///
    /// The calling thread may be inside the locks of the runtime, or inside the task itself.
    func runElsewhere(_ job: UnownedJob) {
        let resume: @Sendable () -> Void = {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
        if !Resumptions.take(resume) { DispatchQueue.global().async(execute: resume) }
    }
}
