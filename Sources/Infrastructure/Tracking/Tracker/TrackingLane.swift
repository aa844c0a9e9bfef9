import Scheduling

/// The queue of one backend.
///
/// Each backend has its own, so a slow one delays no other. One batch at a time is delivered.
final class TrackingLane: Sendable {
    /// The events that may wait for a backend.
    static let capacity = 1_000

    private struct State {
        var waiting: [TrackedEvent] = []
        /// The delivery of the waiting events; `nil` while there are none.
        var delivery: Task<Void, Never>?
        var overflowed = 0
        var failed = 0
    }

    let backend: any TrackingBackend
    private let report: @Sendable (TrackedWord, any Error) -> Void
    private let state = Guarded(State())

    init(
        _ backend: any TrackingBackend,
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void
    ) {
        self.backend = backend
        self.report = report
    }

    /// The numbers of events that found the queue full, and of those in batches that failed.
    var losses: (overflowed: Int, failed: Int) {
        state.withLock { ($0.overflowed, $0.failed) }
    }

    /// Adds an event; if the queue is full, the event is counted and left out.
    func add(_ event: TrackedEvent) {
        state.withLock { state in
            guard state.waiting.count < Self.capacity else {
                state.overflowed += 1
                return
            }
            state.waiting.append(event)
            if state.delivery == nil { state.delivery = Task { await deliver() } }
        }
    }

    /// Waits until no event waits.
    nonisolated(nonsending) func drained() async {
        while let delivery = state.withLock({ $0.delivery }) { await delivery.value }
    }

    private func deliver() async {
        while let batch = nextBatch() {
            do {
                try await backend.receive(batch)
            } catch {
                let isFirst = state.withLock { state in
                    defer { state.failed += batch.count }
                    return state.failed == 0
                }
                if isFirst { report(backend.name, error) }
            }
        }
    }

    /// Takes all waiting events; without any, ends the delivery.
    private func nextBatch() -> [TrackedEvent]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.delivery = nil
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
