/// The handle of repeated work, which cancels it.
///
/// Releasing the handle does not end the work.
public final class RepeatingWork: Sendable {
    private let next = Guarded<(work: ScheduledWork?, isCancelled: Bool)>((nil, false))

    init() {}

    /// Whether the work may run again.
    ///
    /// The value is `false` after the work was cancelled or its scheduler was shut down.
    public var isActive: Bool { next.withLock { !$0.isCancelled } }

    /// Ends the work, from any thread, any number of times.
    ///
    /// A run that is under way still completes. The captures of the work are released on its
    /// scheduler: at once when the caller is on it and not inside the work.
    public func cancel() {
        let work = next.withLock { next in
            next.isCancelled = true
            return next.work.take()
        }
        work?.cancel()
    }

    func wait(for work: ScheduledWork) {
        let isCancelled = next.withLock { next in
            if !next.isCancelled { next.work = work }
            return next.isCancelled
        }
        if isCancelled { work.cancel() }
    }
}
