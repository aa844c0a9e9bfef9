/// The handle of delayed work, which cancels it.
///
/// Releasing the handle does not cancel the work.
public final class ScheduledWork: Sendable {
    /// The moment at which the work may run.
    public let moment: SchedulerInstant
    /// How much later it may run, so that several wake-ups can be one.
    public let tolerance: Duration

    private enum State {
        case waiting(WorkItem)
        /// The item stays here, so that its last reference is released on its own scheduler.
        case cancelled(WorkItem)
        case gone
    }

    private let state: Guarded<State>
    private weak let scheduler: (any Scheduler)?

    /// Creates work that waits for `moment` on `scheduler`.
    ///
    /// The scheduler calls this initialiser, keeps the result, and takes the item from it at that
    /// moment.
    public init(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration,
        on scheduler: any Scheduler
    ) {
        self.moment = moment
        self.tolerance = max(tolerance, .zero)
        state = Guarded(.waiting(item))
        self.scheduler = scheduler
    }

    /// Whether the work has neither run nor been cancelled.
    public var isWaiting: Bool { state.withLock { if case .waiting = $0 { true } else { false } } }

    /// Cancels the work, if it has not begun; callable from any thread, any number of times.
    ///
    /// The captures of the work are released on its own scheduler: at once when the caller is on
    /// it, otherwise by an item of its own.
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

    /// Returns the item to the first caller, which has to run or skip it; `nil` where it is gone.
    ///
    /// It is gone when it was taken or cancelled before. A scheduler that refuses the work takes
    /// the item and drops it; the work then counts as cancelled.
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
