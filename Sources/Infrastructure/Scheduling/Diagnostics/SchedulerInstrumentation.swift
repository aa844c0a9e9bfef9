import Synchronization

/// The record of one scheduler's work while `TraceOptions.times` is on.
///
/// It holds the running items, the last runs, and their statistics.
final class SchedulerInstrumentation: Sendable {
    /// A call that a run made.
    struct Activity: Sendable, CustomStringConvertible {
        let service: Any.Type
        /// The method; `nil` for a bound call, whose closure can call any method.
        let method: StaticString?

        var description: String { method.map { "\(service).\($0)" } ?? "\(service)" }
    }

    /// A run that is under way.
    struct Run: Sendable {
        let provenance: Provenance?
        let beganAt: SchedulerInstant
        /// The purpose of the work: the first checked method that it called, or its bound service.
        var purpose: Activity?
        /// The last call; the run is still in it or has just completed it.
        var latest: Activity?
        /// The longest limit of the watchdog that the run was reported for.
        var reportedLimit = Duration.zero

        mutating func note(_ activity: Activity) {
            if purpose?.method == nil { purpose = activity }
            latest = activity
        }
    }

    private struct State {
        /// The nested runs, outermost first; an item that waits can serve others.
        var runs: [Run] = []
        var waitReportedAt: SchedulerInstant?
        /// The item whose wait was reported before it began.
        var reportedWaiting: Provenance?
        /// The inbox of the scheduler's queue; `nil` when that queue is gone.
        var inbox: MPSCQueue<WorkItem>?
        var lastEnd: SchedulerInstant?
        var buffer = TraceBuffer()
        var observers: [UInt64: @Sendable (Backlog) -> Void] = [:]
        var observersAdded: UInt64 = 0
        var highWater = 0
    }

    let scheduler: String
    /// A number that distinguishes schedulers of the same name.
    let track = SchedulerInstrumentation.tracks.add(1, ordering: .relaxed).newValue
    private static let tracks = Atomic<UInt64>(0)
    private let isMain: Bool
    private let state = Guarded(State())
    private let metrics: SchedulerMetrics?

    init(scheduler: String, isMain: Bool) {
        self.scheduler = scheduler
        self.isMain = isMain
        metrics = SchedulerMetrics(scheduler: scheduler)
    }

    /// Watches `inbox` for items that wait; `nil` ends the watch.
    func watch(_ inbox: MPSCQueue<WorkItem>?) { state.withLock { $0.inbox = inbox } }

    // MARK: On the scheduler's thread

    func begin(_ provenance: Provenance?, backlog: Int) {
        let now = SchedulerInstant.monotonicNow
        let isRecord = state.withLock { state in
            state.runs.append(Run(provenance: provenance, beganAt: now))
            defer { state.highWater = max(state.highWater, backlog) }
            return backlog > state.highWater
        }
        if isRecord { metrics?.reached(backlog) }
        guard let provenance, let postedAt = provenance.postedAt else { return }
        metrics?.waited(postedAt.duration(to: now))
        reportWait(of: provenance, since: postedAt, until: now)
    }

    /// Records what the innermost run calls; called by bound calls and by checked methods.
    func note(service: Any.Type, method: StaticString?) {
        state.withLock { state in
            guard !state.runs.isEmpty else { return }
            state.runs[state.runs.count - 1].note(Activity(service: service, method: method))
        }
    }

    /// The last call of the innermost run.
    var activity: String? { state.withLock { $0.runs.last?.latest?.description } }

    func end() {
        let now = SchedulerInstant.monotonicNow
        reportRuns(at: now)
        let run = state.withLock { state -> Run? in
            guard let run = state.runs.popLast() else { return nil }
            state.lastEnd = now
            let recorded = RecordedRun(
                scheduler: scheduler, track: track, provenance: run.provenance,
                postedAt: run.provenance?.postedAt,
                beganAt: run.beganAt, endedAt: now, activity: run.purpose?.description)
            state.buffer.append(recorded)
            return run
        }
        guard let run else { return }
        metrics?.ran(run.beganAt.duration(to: now))
    }

    /// Passes the backlog to the observers, and counts the items that were taken now.
    ///
    /// - Returns: whether there are observers or metrics.
    func announce(_ backlog: Backlog, taken: Int) -> Bool {
        metrics?.took(taken)
        let observers = state.withLock { $0.observers.values.map { $0 } }
        for observer in observers { observer(backlog) }
        return hasMetrics || !observers.isEmpty
    }

    // MARK: From any thread

    /// The moment at which the innermost running item was posted.
    ///
    /// All waiting items were posted later.
    var runningPostedAt: SchedulerInstant? { state.withLock { $0.runs.last?.provenance?.postedAt } }

    /// Reports running items to the watchdog that have exceeded a limit not yet reported for them.
    func reportRuns(at now: SchedulerInstant) {
        guard let watch = Watchdog.watch else { return }
        let limits = isMain ? watch.limits.main : watch.limits.work
        let findings = state.withLock { state in
            state.runs.indices.compactMap { index -> Watchdog.Finding? in
                let run = state.runs[index]
                let duration = run.beganAt.duration(to: now)
                guard let limit = limits.filter({ $0 < duration && $0 > run.reportedLimit }).max()
                else { return nil }
                state.runs[index].reportedLimit = limit
                return Watchdog.Finding(
                    kind: .run, scheduler: scheduler, duration: duration, limit: limit,
                    activity: run.latest?.description,
                    provenance: run.provenance)
            }
        }
        findings.forEach(watch.report)
    }

    /// Reports the longest waiting item of the queue to the watchdog, when it is over the limit.
    ///
    /// Each item is reported once.
    func reportWaiting(at now: SchedulerInstant) {
        let waiting = state.withLock { state -> Provenance? in
            let oldest = state.inbox?.first { $0.provenance }
            return oldest === state.reportedWaiting ? nil : oldest
        }
        guard let watch = Watchdog.watch, let waiting, let postedAt = waiting.postedAt,
            postedAt.duration(to: now) > watch.limits.wait
        else { return }
        let former = state.withLock { state in
            defer { state.reportedWaiting = waiting }
            return state.reportedWaiting
        }
        withExtendedLifetime(former) {}
        reportWait(of: waiting, since: postedAt, until: now)
    }

    /// The moment since which no item has run; `nil` while one runs.
    var idleSince: SchedulerInstant? {
        state.withLock { $0.runs.isEmpty ? $0.lastEnd ?? SchedulerInstant(nanoseconds: 0) : nil }
    }

    /// Reports a wait over the limit to the watchdog, at most once within the time of a limit.
    private func reportWait(
        of provenance: Provenance, since postedAt: SchedulerInstant, until now: SchedulerInstant
    ) {
        guard let watch = Watchdog.watch else { return }
        let limit = watch.limits.wait
        let duration = postedAt.duration(to: now)
        guard duration > limit else { return }
        let isNews = state.withLock { state in
            if let last = state.waitReportedAt, last.duration(to: now) < limit { return false }
            state.waitReportedAt = now
            return true
        }
        guard isNews else { return }
        watch.report(
            Watchdog.Finding(
                kind: .wait, scheduler: scheduler, duration: duration, limit: limit, activity: nil,
                provenance: provenance))
    }

    /// The last runs, oldest first.
    var recordedRuns: [RecordedRun] { state.withLock { $0.buffer.recordedRuns } }

    func discardRecordedRuns() { state.withLock { $0.buffer = TraceBuffer() } }

    /// Whether a metrics system is in use.
    var hasMetrics: Bool { metrics != nil }

    func addObserver(_ observer: @escaping @Sendable (Backlog) -> Void) -> UInt64 {
        state.withLock { state in
            state.observersAdded += 1
            state.observers[state.observersAdded] = observer
            return state.observersAdded
        }
    }

    func removeObserver(_ id: UInt64) {
        _ = state.withLock { $0.observers.removeValue(forKey: id) }
    }
}
