import Scheduling
import Synchronization

/// The record of one scheduler's work, for the recorder, the watchdog and the metrics.
///
/// It holds the running items and the last runs.
final class SchedulerRecord: SchedulerObserver {
    /// A run that is under way.
    struct Run: Sendable {
        let provenance: Provenance?
        let beganAt: SchedulerInstant
        /// The purpose of the work: the first checked method that it called, or its bound service.
        var purpose: RecordedCall?
        /// The last call; the run is still in it or has just completed it.
        var latest: RecordedCall?
        /// The longest limit of the watchdog that the run was reported for.
        var reportedLimit = Duration.zero

        mutating func note(_ call: RecordedCall) {
            if purpose?.method == nil { purpose = call }
            latest = call
        }
    }

    private struct State {
        /// The nested runs, outermost first; an item that waits can serve others.
        var runs: [Run] = []
        var waitReportedAt: SchedulerInstant?
        /// The item whose wait was reported before it began.
        var reportedWaiting: Provenance?
        var lastEnd: SchedulerInstant?
        var buffer = TraceBuffer<RecordedRun>()
        var highWater = 0
    }

    private let scheduler: String
    private let number: UInt64
    private let isMain: Bool
    private let state = Guarded(State())
    private let metrics: SchedulerMetricSet?

    init(scheduler: String, number: UInt64, isMain: Bool) {
        self.scheduler = scheduler
        self.number = number
        self.isMain = isMain
        metrics = SchedulerMetricSet(scheduler: scheduler)
    }

    /// Records the work of all schedulers, live ones and later ones; later calls have no effect.
    static func install() { SchedulerRegistry.install(Self.self) }

    /// The records of all live schedulers.
    static var all: [SchedulerRecord] {
        SchedulerRegistry.instrumentations.compactMap { $0.observer as? SchedulerRecord }
    }

    /// Reports to the watchdog a wait that was refused.
    static func waitWasRefused(in cycle: WaitCycle) {
        Watchdog.watch?.report(Watchdog.Finding(cycle, at: cycle.since, limit: .zero))
    }

    // MARK: On the scheduler's thread

    var countsBatches: Bool { metrics != nil }

    func took(_ count: Int) { metrics?.took(count) }

    func runBegan(_ provenance: Provenance?, backlog: Int) {
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

    func runCalled(_ service: Any.Type, _ method: StaticString?) {
        state.withLock { state in
            guard !state.runs.isEmpty else { return }
            state.runs[state.runs.count - 1].note(RecordedCall(service, method))
        }
    }

    var activity: String? { state.withLock { $0.runs.last?.latest?.description } }

    func runEnded() {
        let now = SchedulerInstant.monotonicNow
        reportRuns(at: now)
        let run = state.withLock { state -> Run? in
            guard let run = state.runs.popLast() else { return nil }
            state.lastEnd = now
            let recorded = RecordedRun(
                on: (scheduler, number), provenance: run.provenance,
                posted: (run.provenance?.postedAt, run.provenance?.scheduler),
                beganAt: run.beganAt, endedAt: now, activity: run.purpose?.description)
            state.buffer.append(recorded)
            return run
        }
        guard let run else { return }
        metrics?.ran(run.beganAt.duration(to: now))
    }

    // MARK: From any thread

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
    func report(waiting: Provenance?, at now: SchedulerInstant) {
        let isReported = state.withLock { $0.reportedWaiting === waiting }
        guard !isReported, let watch = Watchdog.watch, let waiting, let postedAt = waiting.postedAt,
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
    var recordedRuns: [RecordedRun] { state.withLock { $0.buffer.elements } }

    func discardRecordedRuns() { state.withLock { $0.buffer = TraceBuffer() } }
}
