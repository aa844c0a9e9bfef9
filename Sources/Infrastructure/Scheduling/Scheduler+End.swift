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
    /// - Parameter work: gets whether its turn has come; `false` means that a shutdown skipped it.
    package func post(
        settling work: consuming sending @escaping (_ isRun: Bool) -> Void, provenance: Provenance?
    ) -> Posting {
        let errand = SettledWork(work, on: self)
        let posting = post(errand.item(provenance))
        if !posting.isAccepted { errand.cancel() }
        return posting
    }
}

/// Work that notices when its item is released without having run.
private final class SettledWork: @unchecked Sendable {  // used by its poster, then by its scheduler
    private let scheduler: any Scheduler
    private var work: ((Bool) -> Void)?

    init(_ work: sending @escaping (Bool) -> Void, on scheduler: any Scheduler) {
        self.scheduler = scheduler
        self.work = work
    }

    deinit {
        if let work { _ = scheduler.post(WorkItem(skipping: work)) }
    }

    /// Releases the work of a refused item.
    func cancel() { work = nil }

    func item(_ provenance: Provenance?) -> WorkItem {
        WorkItem({ self.work.take()?(true) }, provenance: provenance)
    }
}
