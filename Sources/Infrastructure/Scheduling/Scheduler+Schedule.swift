extension Scheduler {
    /// Runs `work` on this scheduler, behind everything that the caller has posted before.
    ///
    /// Never runs it at once, even when the caller is on this scheduler already; see `perform(_:file:line:)` for that.
    @inlinable
    @discardableResult
    public func schedule(
        _ work: sending @escaping () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> Posting {
        post(WorkItem(work, provenance: .here(file, line)))
    }

    /// Runs `work` on this scheduler when `delay` has passed.
    @discardableResult
    public func schedule(
        after delay: Duration, tolerance: Duration = .zero, _ work: sending @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ScheduledWork {
        post(
            WorkItem(work, provenance: .here(file, line)), at: now.advanced(by: delay),
            tolerance: tolerance)
    }

    /// Runs `work` at once when the caller is inside this scheduler, else posts it.
    ///
    /// At once means before everything that is queued: work that was posted earlier still waits for its turn.
    @discardableResult
    public func perform(
        _ work: sending @escaping () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> Posting {
        guard isCurrent else { return schedule(work, file: file, line: line) }
        work()
        return .accepted
    }

    /// Queues a job of the concurrency runtime, in order with all other work.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job))
    }

    /// Queues a job of the concurrency runtime, in order with all other work.
    public func enqueue(_ job: UnownedJob) {
        let posting = post(WorkItem(job))
        precondition(
            posting.isAccepted,
            "a task was resumed on scheduler '\(name)' after its shutdown, and can never end: finish tasks before shutdown"
        )
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
