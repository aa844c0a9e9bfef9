public import Scheduling
import Signals

/// Fails a flow that has not ended after a time, with `FlowError.Code.deadlineExceeded`.
///
/// The clock is that of the flow's scheduler. A resumed flow has the whole time again.
public final class FlowDeadline<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
    // not @Schedulable: confined to the scheduler of its flow
    private let limit: Duration
    private let home: SchedulerIsolation

    /// Creates an extension that ends the flow after `limit`.
    ///
    /// - Parameters:
    ///   - limit: the time.
    ///   - home: the scheduler of the flow.
    public init(after limit: Duration, home: SchedulerIsolation) {
        self.limit = limit
        self.home = home
    }

    /// Starts the clock.
    public func mounted(in flow: FlowControl<Scene, State>) {
        Signal<Void, Never>.timer(after: limit, in: home).observe(within: flow.lifetime) {
            [limit, flow] in
            let message = "the flow '\(flow.name)' did not end within \(limit)"
            flow.fail(FlowError(.deadlineExceeded, message))
        }
    }
}
