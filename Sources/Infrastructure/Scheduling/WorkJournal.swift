import Synchronization

/// What is known about one scheduler's work while `Recording.times` is on: what runs now, what ran last, and how that adds up.
final class WorkJournal: Sendable {
    /// What a run was seen to call.
    struct Activity: Sendable, CustomStringConvertible {
        let service: Any.Type
        /// `nil` for a bound call, whose closure calls what it likes.
        let method: StaticString?

        var description: String { method.map { "\(service).\($0)" } ?? "\(service)" }
    }

    /// A run that is under way.
    struct Run: Sendable {
        let provenance: Provenance?
        let beganAt: SchedulerInstant
        /// The first checked method that it called, or else its bound service: what the work is for.
        var purpose: Activity?
        /// What it called last: what it is busy with, or has just done.
        var latest: Activity?
        /// The longest of the watchdog's limits that it has been reported for.
        var reportedLimit = Duration.zero

        mutating func note(_ activity: Activity) {
            if purpose?.method == nil { purpose = activity }
            latest = activity
        }
    }

    private struct State {
        /// Nested runs, the outermost first: an item that waits serves others meanwhile.
        var runs: [Run] = []
        var waitReportedAt: SchedulerInstant?
        /// The item whose wait was reported before it began.
        var reportedWaiting: Provenance?
        /// The queue, as long as there is one.
        var inbox: Inbox<WorkItem>?
        var lastEnd: SchedulerInstant?
        var ring = HopRing()
        var observers: [UInt64: @Sendable (Backlog) -> Void] = [:]
        var observersAdded: UInt64 = 0
        var highWater = 0
    }

    let scheduler: String
    /// Distinguishes schedulers of one name.
    let track = WorkJournal.tracks.add(1, ordering: .relaxed).newValue
    private static let tracks = Atomic<UInt64>(0)
    private let isMain: Bool
    private let state = Guarded(State())
    private let meters: WorkMeters?

    init(scheduler: String, isMain: Bool) {
        self.scheduler = scheduler
        self.isMain = isMain
        meters = WorkMeters(scheduler: scheduler)
        SchedulerRegistry.add(self)
    }

    /// Watches `inbox` for items that wait, until it is told of `nil`.
    func watch(_ inbox: Inbox<WorkItem>?) { state.withLock { $0.inbox = inbox } }

    // MARK: On the scheduler's thread

    func begin(_ provenance: Provenance?, backlog: Int) {
        let now = SchedulerInstant.monotonicNow
        let isRecord = state.withLock { state in
            state.runs.append(Run(provenance: provenance, beganAt: now))
            defer { state.highWater = max(state.highWater, backlog) }
            return backlog > state.highWater
        }
        if isRecord { meters?.reached(backlog) }
        guard let provenance, let postedAt = provenance.postedAt else { return }
        meters?.waited(postedAt.duration(to: now))
        reportWait(of: provenance, since: postedAt, until: now)
    }

    /// Names what the innermost run does; called by bound calls and by checked methods.
    func note(service: Any.Type, method: StaticString?) {
        state.withLock { state in
            guard !state.runs.isEmpty else { return }
            state.runs[state.runs.count - 1].note(Activity(service: service, method: method))
        }
    }

    /// What the innermost run called last.
    var activity: String? { state.withLock { $0.runs.last?.latest?.description } }

    func end() {
        let now = SchedulerInstant.monotonicNow
        reportRuns(at: now)
        let run = state.withLock { state -> Run? in
            guard let run = state.runs.popLast() else { return nil }
            state.lastEnd = now
            let hop = Hop(
                scheduler: scheduler, track: track, provenance: run.provenance,
                postedAt: run.provenance?.postedAt,
                beganAt: run.beganAt, endedAt: now, activity: run.purpose?.description)
            state.ring.append(hop, capacity: HopLedger.capacity)
            return run
        }
        guard let run else { return }
        meters?.ran(run.beganAt.duration(to: now))
    }

    /// Tells the observers of the backlog, and counts the items that were taken up now.
    ///
    /// - Returns: whether anybody listens.
    func announce(_ backlog: Backlog, taken: Int) -> Bool {
        meters?.took(taken)
        let observers = state.withLock { $0.observers.values.map { $0 } }
        for observer in observers { observer(backlog) }
        return isMetered || !observers.isEmpty
    }

    // MARK: From any thread

    /// When the innermost running item had been posted: whatever waits was posted later.
    var runningPostedAt: SchedulerInstant? { state.withLock { $0.runs.last?.provenance?.postedAt } }

    /// Tells the watchdog of the runs that are under way and have passed a limit that they were not reported for.
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

    /// Tells the watchdog of the item that has waited longest in the queue, once, when that is too long.
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

    /// Since when no item has run; `nil` while one runs.
    var idleSince: SchedulerInstant? {
        state.withLock { $0.runs.isEmpty ? $0.lastEnd ?? SchedulerInstant(nanoseconds: 0) : nil }
    }

    /// Tells the watchdog of a wait that was too long, at most once in the time of a limit.
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

    /// The last runs, the oldest first.
    var hops: [Hop] { state.withLock { $0.ring.hops } }

    func forgetHops() { state.withLock { $0.ring = HopRing() } }

    /// Whether a metrics system listens.
    var isMetered: Bool { meters != nil }

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
