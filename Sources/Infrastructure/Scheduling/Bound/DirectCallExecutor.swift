/// The executor of a task's call on an idle scheduler: the call is the next item, or is rejected.
///
/// A call that begins at once cannot be refused while it waits, so it needs no `AsyncCall`. It
/// costs what a call of an actor costs.
@usableFromInline
actor DirectCallExecutor: SerialExecutor {
    /// The inbox of the scheduler's queue, copied here: the queue itself belongs to its thread.
    private nonisolated let inbox: MPSCQueue<WorkItem>
    private nonisolated let parker: Parker
    private nonisolated let provenance: Provenance?

    /// Creates the executor of the scheduler whose thread takes its work from `inbox`.
    ///
    /// That thread waits for work at `parker`.
    init(to inbox: MPSCQueue<WorkItem>, _ parker: Parker, _ provenance: Provenance? = nil) {
        self.inbox = inbox
        self.parker = parker
        self.provenance = provenance
    }

    /// Returns a copy for one call with its provenance.
    @usableFromInline
    nonisolated func noting(_ provenance: Provenance) -> DirectCallExecutor {
        DirectCallExecutor(to: inbox, parker, provenance)
    }

    /// Whether the scheduler was idle at the last check; the answer may be stale.
    @usableFromInline nonisolated var seemsFree: Bool { inbox.isConsumerWaiting }

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Enqueues the task's next step as the next item.
    ///
    /// If the scheduler rejects it, the task resumes on a global queue, where its code finds that
    /// it is not on the scheduler.
    @usableFromInline
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let item = WorkItem(directCallExecutor: job, provenance: provenance)
        guard !inbox.appendAsNext(item, waking: parker) else { return }
        runElsewhere(job)
    }
}
