/// An observation of a scheduler's backlog; it ends when it is cancelled or released.
public final class BacklogObservation: Sendable {
    private let instrumentation: SchedulerInstrumentation
    private let id: UInt64

    init(instrumentation: SchedulerInstrumentation, id: UInt64) {
        self.instrumentation = instrumentation
        self.id = id
    }

    deinit { cancel() }

    /// Ends the observation, from any thread; a report that is under way may still arrive.
    public func cancel() { instrumentation.removeBacklogObserver(id) }
}
