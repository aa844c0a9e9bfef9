/// A receiver of tracked events.
///
/// The module has `LogBackend` and `CountsBackend`. The absence of tracking is `Tracker.off`. A
/// backend of your own receives the events as values:
///
/// ```swift
/// final class EventSum: TrackingBackend {
///     let name: TrackedWord = "event-sum"
///     private let sum = Guarded<Int64>(0)
///
///     nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async {
///         sum.withLock { $0 += events.reduce(0) { $0 + $1.times } }
///     }
///
///     nonisolated(nonsending) func forget() async { sum.withLock { $0 = 0 } }
/// }
/// ```
///
/// It keeps these rules:
///
/// 1. Each event of a batch takes effect once.
/// 2. Events that differ in kind, name or label stay apart.
/// 3. A batch of any size is accepted, also an empty one.
/// 4. `forget` removes what is kept, and the following events are received as before.
///
/// A tracker calls a backend with one batch at a time, in the order of the events, in a task on no
/// particular thread, away from those who track. A backend may be slow, and may block its thread
/// for a short time only. An error costs those who track nothing: the batch is counted as lost, and
/// the first error of a backend is reported.
public protocol TrackingBackend: Sendable {
    /// The name in reports.
    var name: TrackedWord { get }

    /// Receives events, oldest first.
    ///
    /// - Throws: the reason for which the events are lost.
    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws

    /// Removes everything that the backend keeps of earlier events.
    ///
    /// - Throws: the reason for which something is still kept.
    nonisolated(nonsending) func forget() async throws

    /// Ends the run of the program: stores or sends what waits, in a bounded time.
    ///
    /// No event follows.
    nonisolated(nonsending) func finish() async
}

extension TrackingBackend {
    /// Changes nothing, the default for a backend in which nothing waits.
    nonisolated(nonsending) public func finish() async {}
}
