import Dispatch

/// Measures how long the main queue takes to run a block: code of the main actor is not an item, and has no journal.
final class MainQueueProbe: Sendable {
    private struct State {
        /// When the block was posted that has not run yet.
        var postedAt: SchedulerInstant?
        /// Whether the program serves the main queue at all.
        var isServed = false
        var reportedLimit = Duration.zero
    }

    static let shared = MainQueueProbe()
    private let state = Guarded(State())

    /// Posts a block when none waits, and reports one that has waited too long, once for each limit.
    func look(at now: SchedulerInstant, _ watch: Watchdog.Watch) {
        let idleSince = MainScheduler.shared.journal.idleSince
        let (isDue, finding) = state.withLock { state -> (Bool, Watchdog.Finding?) in
            guard let postedAt = state.postedAt else {
                state.postedAt = now
                return (true, nil)
            }
            // An item that runs, or ran meanwhile, has a report of its own.
            guard state.isServed, let idleSince else { return (false, nil) }
            let duration = max(postedAt, idleSince).duration(to: now)
            let passed = watch.limits.main.filter { $0 < duration && $0 > state.reportedLimit }
            guard let limit = passed.max() else { return (false, nil) }
            state.reportedLimit = limit
            let finding = Watchdog.Finding(
                kind: .block, scheduler: MainScheduler.shared.name, duration: duration,
                limit: limit, activity: nil, provenance: nil)
            return (false, finding)
        }
        if isDue { DispatchQueue.main.async { self.state.withLock { $0 = State(isServed: true) } } }
        if let finding { watch.report(finding) }
    }
}
