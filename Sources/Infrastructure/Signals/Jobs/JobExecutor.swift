/// Decides when the runs of jobs start.
///
/// An executor is confined to the scheduler of its jobs.
public protocol JobExecutor: AnyObject {
    /// Starts the ticket's run now or later, unless it is cancelled before.
    func submit(_ ticket: JobTicket)
}

/// Starts every run at once.
public final class DirectExecutor: JobExecutor {
    /// Creates an executor without state.
    public init() {}

    /// Starts the ticket's run.
    public func submit(_ ticket: JobTicket) {
        ticket.start(onFinish: {})
    }
}
