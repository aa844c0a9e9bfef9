extension Scheduler {
    /// Runs `work` on this scheduler when the scheduler ends, or soon where it has ended already.
    ///
    /// It runs after the queued work and before the timers are ended. Constructs that cross
    /// schedulers use it to end when none of their items is queued. It works with any scheduler
    /// that keeps delayed work and supports the choice `always`, since no clock reaches the distant
    /// future.
    ///
    /// - Returns: the handle that cancels the work. The captures of the work are released when it
    ///   has run or was cancelled.
    package func scheduleAtEnd(_ work: sending @escaping () -> Void) -> ScheduledWork {
        post(
            WorkItem(work, atShutdown: .always, provenance: nil), at: .distantFuture,
            tolerance: .zero)
    }

    /// Posts work that is called once on this scheduler, unless the scheduler refuses it.
    ///
    /// - Parameters:
    ///   - work: receives `true` when its turn has come, and `false` when a shutdown skips it.
    ///   - provenance: the source line of the work.
    package func post(
        runOrSkip work: consuming sending @escaping (_ isRun: Bool) -> Void, provenance: Provenance?
    ) -> PostResult {
        post(WorkItem(runOrSkip: work, provenance: provenance))
    }
}
