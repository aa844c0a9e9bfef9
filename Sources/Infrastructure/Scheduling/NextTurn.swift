/// The way of a task to a scheduler that has nothing to do: its call is made next, or the task is turned away.
///
/// A call that begins at once needs nobody who could refuse it meanwhile, and so no `Visit`: it costs what an actor's does.
@usableFromInline
actor NextTurn: SerialExecutor {
    private nonisolated let queue: WorkQueue
    /// The queue's, at hand without a look at the queue's own memory, which is its thread's.
    private nonisolated let inbox: Inbox<WorkItem>
    private nonisolated let parker: Parker
    private nonisolated let provenance: Provenance?

    /// The next turn of the scheduler whose thread takes its work from `queue`, and waits for it at `parker`.
    init(of queue: WorkQueue, _ parker: Parker) {
        self.init(of: queue, parker, nil)
    }

    private init(of queue: WorkQueue, _ parker: Parker, _ provenance: Provenance?) {
        self.queue = queue
        inbox = queue.inbox
        self.parker = parker
        self.provenance = provenance
    }

    /// The same for one call, where it is recorded from where that comes.
    @usableFromInline
    nonisolated func noting(_ provenance: Provenance?) -> NextTurn {
        provenance.map { NextTurn(of: queue, parker, $0) } ?? self
    }

    /// Whether it was to be had a moment ago.
    @usableFromInline nonisolated var seemsFree: Bool { inbox.isWaitedFor }

    /// Whether a shutdown skips the call whose turn it is.
    @usableFromInline nonisolated var isSkipped: Bool { queue.isClosingAtOnce }

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Has the scheduler run the task's next step next; one that it turns away goes on elsewhere, and finds where it is.
    @usableFromInline
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let item = WorkItem(nextTurn: job, provenance: provenance)
        guard !inbox.appendAsNext(item, waking: parker) else { return }
        runElsewhere(job)
    }
}

/// The way of a task to a scheduler that waits for work: `SchedulerBound.run` makes its call there without an item in the queue.
///
/// A `WorkScheduler` has one. The content is opaque, so that `Scheduler` can be implemented with public API alone.
public struct DirectEntry: Sendable {
    let turn: NextTurn
}
