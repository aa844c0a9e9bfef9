/// A receiver of tracked events.
///
/// It keeps these rules:
///
/// 1. Each event of a batch takes effect once.
/// 2. Events that differ in kind, name or label stay apart.
/// 3. A batch of any size is accepted, also an empty one.
/// 4. `forget` removes what is kept, and the following events are received as before.
package protocol TrackingBackend: Sendable {
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
}
