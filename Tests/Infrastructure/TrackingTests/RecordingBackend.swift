import Scheduling

@testable import Tracking

/// A backend that keeps the events in memory, and fails on request.
final class RecordingBackend: TrackingBackend {
    // not a BoundaryError: a failure that a test has requested
    /// The error of a batch that is refused.
    struct Refusal: Error, Hashable {
        init() {}
    }

    private struct State {
        var events: [TrackedEvent] = []
        var refusals = 0
        var calls = 0
    }

    /// The name in reports.
    let name: TrackedWord = "recording"
    private let state = Guarded(State())

    init() {}

    /// The events that were received, oldest first.
    var events: [TrackedEvent] { state.withLock { $0.events } }

    /// The number of batches that were passed to this backend, with those that it refused.
    var calls: Int { state.withLock { $0.calls } }

    /// Refuses the next batches.
    func refuse(_ batches: Int) { state.withLock { $0.refusals = batches } }

    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws {
        try state.withLock { state in
            state.calls += 1
            if state.refusals > 0 {
                state.refusals -= 1
                throw Refusal()
            }
            state.events += events
        }
    }

    nonisolated(nonsending) func forget() async throws {
        state.withLock { $0.events = [] }
    }
}
