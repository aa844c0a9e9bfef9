extension Scheduler {
    /// Runs `work` on this scheduler when the scheduler ends, behind its queued work and before its timers are ended; soon where it
    /// has ended already.
    ///
    /// Constructs that cross schedulers end by this when nothing of theirs is queued. Any scheduler supports it that keeps delayed
    /// work and the choice `always`: no clock reaches the distant future.
    ///
    /// - Returns: the handle that cancels the work. What the work captured is released when it has run or was cancelled.
    package func scheduleAtEnd(_ work: sending @escaping () -> Void) -> ScheduledWork {
        post(
            WorkItem(work, atShutdown: .always, provenance: nil), at: .distantFuture,
            tolerance: .zero)
    }

    /// Posts work that is called once on this scheduler, unless the scheduler refuses it.
    ///
    /// - Parameter work: gets whether its turn has come; `false` means that a shutdown skips it.
    package func post(
        settling work: consuming sending @escaping (_ isRun: Bool) -> Void, provenance: Provenance?
    ) -> Posting {
        post(WorkItem(settling: work, provenance: provenance))
    }
}
