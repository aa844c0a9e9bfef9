import Dispatch
import Scheduling

/// Measures how long the main queue takes to run a block.
///
/// Code of the main actor is not a work item, so no scheduler records it.
final class MainQueueProbe: Sendable {
    private struct State {
        /// The moment at which the waiting block was posted; `nil` when none waits.
        var postedAt: SchedulerInstant?
        /// Whether the program has served the main queue yet.
        var isServed = false
        var reportedLimit = Duration.zero
    }

    static let shared = MainQueueProbe()
    private let state = Guarded(State())

    /// Posts a block when none waits, and reports one that waits too long, once for each limit.
    func check(at now: SchedulerInstant, _ watch: Watchdog.Watch) {
        let recordsItems = watch.limits.recordsItems
        let record = MainScheduler.shared.instrumentation.observer as? SchedulerRecord
        let idleSince = recordsItems ? record?.idleSince : SchedulerInstant(nanoseconds: 0)
        let (isDue, finding) = state.withLock { state -> (Bool, Watchdog.Finding?) in
            guard let postedAt = state.postedAt else {
                state.postedAt = now
                return (true, nil)
            }
            // An item that runs, or has run since then, has a report of its own.
            guard state.isServed, let idleSince else { return (false, nil) }
            let duration = max(postedAt, idleSince).duration(to: now)
            let passed = watch.limits.main.filter { $0 < duration && $0 > state.reportedLimit }
            guard let limit = passed.max() else { return (false, nil) }
            state.reportedLimit = limit
            let finding = Watchdog.Finding(
                kind: recordsItems ? .block : .stall, scheduler: MainScheduler.shared.name,
                duration: duration, limit: limit, activity: nil, provenance: nil)
            return (false, finding)
        }
        if isDue { DispatchQueue.main.async { self.state.withLock { $0 = State(isServed: true) } } }
        if let finding { watch.report(finding) }
    }
}
