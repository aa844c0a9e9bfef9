/// The executor of a task's call on an idle scheduler: the call is the next item, or is rejected.
///
/// A call that begins at once cannot be refused while it waits, so it needs no `AsyncCall`. It
/// costs what a call of an actor costs.
@usableFromInline
actor DirectCallExecutor: SerialExecutor {
    private nonisolated let queue: WorkQueue
    /// The inbox of the queue, copied here: the queue's own memory belongs to its thread.
    private nonisolated let inbox: MPSCQueue<WorkItem>
    private nonisolated let parker: Parker
    private nonisolated let provenance: Provenance?

    /// Creates the executor of the scheduler whose thread takes its work from `queue`.
    ///
    /// That thread waits for work at `parker`.
    init(of queue: WorkQueue, _ parker: Parker) {
        self.init(of: queue, parker, nil)
    }

    private init(of queue: WorkQueue, _ parker: Parker, _ provenance: Provenance?) {
        self.queue = queue
        inbox = queue.inbox
        self.parker = parker
        self.provenance = provenance
    }

    /// Returns a copy for one call with its provenance; `self` where nothing is recorded.
    @usableFromInline
    nonisolated func noting(_ provenance: Provenance?) -> DirectCallExecutor {
        provenance.map { DirectCallExecutor(of: queue, parker, $0) } ?? self
    }

    /// Whether the scheduler was idle at the last check; the answer may be stale.
    @usableFromInline nonisolated var seemsFree: Bool { inbox.isConsumerWaiting }

    /// Whether a shutdown skips the call.
    @usableFromInline nonisolated var isSkipped: Bool { queue.isClosingAtOnce }

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
