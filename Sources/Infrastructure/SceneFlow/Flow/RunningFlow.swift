public import Signals

/// A flow that a `FlowExecutor` has begun: its outcome, and its cancellation.
///
/// The object does not keep the flow alive.
public final class RunningFlow<Output> {  // not @Schedulable: confined to its executor's scheduler
    /// The name of the flow.
    public let name: String
    /// The outcome; `nil` while the flow runs.
    public private(set) var outcome: FlowOutcome<Output>?
    private let subject = Subject<FlowOutcome<Output>, Never>(replaying: 1)
    var onCancel: (() -> Void)?

    init(_ name: String) { self.name = name }

    /// Sends the outcome, at once if the flow has ended, and completes.
    public var end: Signal<FlowOutcome<Output>, Never> { subject.signal }

    /// Cancels the flow, unless it has ended; takes effect after the step in progress.
    public func cancel() { onCancel?() }

    func end(_ outcome: FlowOutcome<Output>) {
        self.outcome = outcome
        onCancel = nil
        subject.send(outcome)
        subject.complete()
    }
}
