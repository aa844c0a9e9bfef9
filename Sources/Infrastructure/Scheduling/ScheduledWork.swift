import Synchronization

/// Work that waits for its moment, and the handle that cancels it.
///
/// Dropping the handle does not cancel the work.
public final class ScheduledWork: Sendable {
    /// When the work may run.
    public let moment: SchedulerInstant
    /// How much later it may run, where that lets several wake-ups become one.
    public let tolerance: Duration

    private let item: Mutex<WorkItem?>
    private weak let scheduler: (any TimerKeeper)?

    init(
        _ item: WorkItem, at moment: SchedulerInstant, tolerance: Duration,
        on scheduler: any TimerKeeper
    ) {
        self.moment = moment
        self.tolerance = max(tolerance, .zero)
        self.item = Mutex(item)
        self.scheduler = scheduler
    }

    /// Whether the work neither ran nor was cancelled yet.
    public var isWaiting: Bool { item.withLock { $0 != nil } }

    /// Cancels the work, if it has not begun; callable from any thread, any number of times.
    ///
    /// What the work captured is released on its own scheduler: at once when the caller is there, else by an item of its own.
    public func cancel() {
        guard let item = take(), let scheduler else { return }
        scheduler.timerWasCancelled()
        if !scheduler.isCurrent { scheduler.release(item) }
    }

    /// The item, for whoever asks first.
    func take() -> WorkItem? {
        item.withLock { $0.take() }
    }
}

/// What scheduled work needs of the scheduler that keeps it.
protocol TimerKeeper: Scheduler {
    /// Counts one timer more that only takes room.
    func timerWasCancelled()
}

extension Scheduler {
    /// Releases what `value` holds on this scheduler, whatever state it is in.
    func release<Value>(_ value: sending Value) {
        let carried = Transferred(value)
        _ = post(
            WorkItem({ withExtendedLifetime(carried) {} }, atShutdown: .always, provenance: nil))
    }
}
