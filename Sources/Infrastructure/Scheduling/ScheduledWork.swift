/// Work that waits for its moment, and the handle that cancels it.
///
/// Dropping the handle does not cancel the work.
public final class ScheduledWork: Sendable {
    /// When the work may run.
    public let moment: SchedulerInstant
    /// How much later it may run, where that lets several wake-ups become one.
    public let tolerance: Duration

    private enum State {
        case waiting(WorkItem)
        /// The item is still here, so that nobody but its own scheduler is the last to hold it.
        case cancelled(WorkItem)
        case gone
    }

    private let state: Guarded<State>
    private weak let scheduler: (any Scheduler)?

    /// Work that waits for `moment` on `scheduler`, which calls this, keeps the result, and asks it for the item at that moment.
    public init(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration,
        on scheduler: any Scheduler
    ) {
        self.moment = moment
        self.tolerance = max(tolerance, .zero)
        state = Guarded(.waiting(item))
        self.scheduler = scheduler
    }

    /// Whether the work neither ran nor was cancelled yet.
    public var isWaiting: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }

    /// Cancels the work, if it has not begun; callable from any thread, any number of times.
    ///
    /// What the work captured is released on its own scheduler: at once when the caller is there, else by an item of its own.
    public func cancel() {
        let isCancelled = state.withLock { state in
            guard case .waiting(let item) = state else { return false }
            state = .cancelled(item)
            return true
        }
        guard isCancelled else { return }
        guard let scheduler else { return release() }
        if moment < .distantFuture { scheduler.scheduledWorkWasCancelled() }
        if scheduler.isCurrent { return release() }
        _ = scheduler.post(WorkItem({ self.release() }, atShutdown: .always, provenance: nil))
    }

    /// Hands the item to the first caller, who has to run or skip it; `nil` when it was taken or cancelled before.
    ///
    /// Work that its scheduler refuses counts as cancelled when the scheduler has taken the item and dropped it.
    public func take() -> WorkItem? {
        state.withLock { state in
            guard case .waiting(let item) = state else { return nil }
            state = .gone
            return item
        }
    }

    /// Releases a cancelled item on the caller's thread.
    private func release() {
        let former = state.withLock { state in
            defer { state = .gone }
            return state
        }
        withExtendedLifetime(former) {}
    }
}
