import Scheduling

/// Makes the events of what the program does, for backends that the user has switched on.
///
/// An event is made once, with one identity, for all backends, which receive it one after another.
/// An error of a backend never reaches a caller: its events are lost, the other backends receive
/// them, and the first error of each backend is reported.
///
/// Thread-safe. Calls that follow one another reach the backends in their order.
package final class Tracker: Sendable {
    private struct State {
        var number: UInt64 = 0
        var failing: Set<TrackedWord> = []
    }

    /// The identifier of the installation.
    package let installation: TrackingID
    /// The identifier of this run of the program.
    let session = TrackingID()
    private let backends: [any TrackingBackend]
    private let now: @Sendable () -> SchedulerInstant
    private let start: SchedulerInstant
    private let report: @Sendable (TrackedWord, any Error) -> Void
    private let state = Guarded(State())

    /// Creates a tracker, with a new identifier of the session.
    ///
    /// - Parameters:
    ///   - backends: the receivers of the events.
    ///   - installation: the identifier of the installation.
    ///   - now: the clock, which never goes back; without it, the system's monotonic clock.
    ///   - report: receives the name and the first error of each backend that fails, on any thread.
    init(
        to backends: [any TrackingBackend], installation: TrackingID,
        now: @escaping @Sendable () -> SchedulerInstant = { .monotonicNow },
        reporting report: @escaping @Sendable (TrackedWord, any Error) -> Void = { _, _ in }
    ) {
        self.backends = backends
        self.installation = installation
        self.now = now
        self.report = report
        start = now()
    }

    /// Passes the events of some actions to the backends, and waits until they have received them.
    nonisolated(nonsending) package func track(_ actions: [TrackedAction]) async {
        let time = start.duration(to: now())
        let events = state.withLock { state in
            actions.map { action in
                state.number += 1
                return TrackedEvent(
                    id: TrackedEvent.ID(session: session, number: state.number),
                    installation: installation, time: time, action: action)
            }
        }
        for backend in backends {
            do {
                try await backend.receive(events)
            } catch {
                let isFirst = state.withLock { $0.failing.insert(backend.name).inserted }
                if isFirst { report(backend.name, error) }
            }
        }
    }
}
