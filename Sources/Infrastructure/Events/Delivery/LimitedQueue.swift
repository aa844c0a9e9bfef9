import Dispatch
import Scheduling

/// The events that wait for a receiver with a limit; used from any thread.
///
/// It is not a `Mailbox`: a full queue drops the oldest event, replaces that of the same key, or
/// lets the poster wait for space.
final class LimitedQueue: Sendable {
    private let state: Guarded<WaitingEvents>
    private let key: (@Sendable (any Event) -> String)?

    /// Creates a queue; `nil` without a limit.
    init?<Posted>(_ limit: EventLimit<Posted>) {
        guard let policy = limit.policy else { return nil }
        var isWaiting = false
        switch policy {
        case .wait:
            isWaiting = true
            key = nil
        case .dropOldest: key = nil
        case .keepLast(let keyOf): key = { event in (event as? Posted).map(keyOf) ?? "" }
        }
        state = Guarded(WaitingEvents(capacity: limit.capacity, isWaiting: isWaiting))
    }

    var counts: (waiting: Int, dropped: Int, exceeded: Int) {
        state.withLock { ($0.count, $0.droppedCount, $0.exceededCount) }
    }

    func offer(_ event: any Event) -> WaitingEvents.Step {
        let key = key?(event)
        var displaced: (any Event)?
        let step = state.withLock { $0.offer(event, key: key, displacing: &displaced) }
        withExtendedLifetime(displaced) {}
        return step
    }

    func exceed(with event: any Event) -> WaitingEvents.Step {
        state.withLock { $0.exceed(with: event) }
    }

    func wait(with event: any Event, for poster: DispatchGroup) -> WaitingEvents.Step {
        state.withLock { $0.wait(with: event, for: poster) }
    }

    func giveUp(_ poster: DispatchGroup) -> Bool { state.withLock { $0.giveUp(poster) } }

    func take() -> (event: (any Event)?, admitted: DispatchGroup?) { state.withLock { $0.take() } }

    /// Refuses all further events, and resumes the posters.
    func close() {
        let (events, posters) = state.withLock { $0.close() }
        for poster in posters { poster.leave() }
        withExtendedLifetime(events) {}
    }
}
