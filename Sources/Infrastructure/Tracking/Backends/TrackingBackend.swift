/// A receiver of tracked events.
///
/// The module has `LogBackend` and `CountsBackend`; `RemoteBackend` of `TrackingGateway` sends the
/// events to a server. The absence of tracking is `Tracker.off`.
/// `TrackingConformance` of `TrackingTestKit` checks the rules for a backend of your own:
///
/// 1. Each event of a batch takes effect once.
/// 2. Events that differ in kind, name or label stay apart.
/// 3. A batch of any size is accepted, also an empty one.
/// 4. `forget` removes what is kept, and the following events are received as before.
///
/// A tracker calls a backend with one batch at a time, in the order of the events, away from those
/// who track. An error costs them nothing: the batch is counted as lost.
package protocol TrackingBackend: Sendable {
    /// The name in reports.
    var name: TrackedWord { get }

    /// Receives events, oldest first.
    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws

    /// Removes everything that the backend keeps of earlier events.
    nonisolated(nonsending) func forget() async throws

    /// Ends the run of the program: stores or sends what waits, in a bounded time.
    ///
    /// No event follows.
    nonisolated(nonsending) func finish() async
}

extension TrackingBackend {
    /// Changes nothing, the default for a backend in which nothing waits.
    nonisolated(nonsending) package func finish() async {}
}
