/// A scheduler for tests: its clock stands still until the test moves it, and its work runs on the thread that moves it.
///
/// ```swift
/// let clock = VirtualScheduler()
/// clock.schedule(after: .seconds(30)) { retries += 1 }
/// clock.advance(by: .seconds(29))     // retries == 0
/// clock.advance(by: .seconds(1))      // retries == 1
/// ```
///
/// Work may be posted from any thread. The methods that run it (`enter`, `settle`, `advance`, `run`) are for one thread at a
/// time; they may be called again from inside the work that they run. A million timers cost n log n.
public final class VirtualScheduler: Scheduler, TimerKeeper {
    private struct State {
        var timers = TimerHeap()
        var cancelled = 0
        var now: SchedulerInstant
    }

    /// The name for logs and reports.
    public let name: String
    private let state: Guarded<State>

    /// A scheduler whose clock stands at `start`.
    public init(
        name: String = "virtual", start: SchedulerInstant = SchedulerInstant(nanoseconds: 0)
    ) {
        self.name = name
        state = Guarded(State(now: start))
    }

    /// Where the test has set the clock.
    public var now: SchedulerInstant { state.withLock { $0.now } }

    /// Whether the caller's code is run by this scheduler.
    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    /// How many items wait, due or not.
    public var waitingCount: Int { state.withLock { $0.timers.count - $0.cancelled } }

    /// The work that is due; nothing waits in real time here, so `oldestWait` tells how long it is overdue.
    public var backlog: Backlog {
        state.withLock { state in
            let count = state.timers.countWaiting(until: state.now)
            let oldest = count == 0 ? nil : state.timers.earliest
            return Backlog(count: count, oldestWait: oldest?.duration(to: state.now))
        }
    }

    /// Queues an item for the present moment of the clock.
    public func post(_ item: consuming WorkItem) -> Posting {
        _ = post(item, at: now, tolerance: .zero)
        return .accepted
    }

    /// Queues an item for a moment; one that has passed counts as the present.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        if moment == .distantFuture { return work }  // never comes, and this scheduler never ends
        state.withLock { state in
            if state.cancelled > 64, state.cancelled > state.timers.count / 2 {
                state.timers.removeCancelled()
                state.cancelled = 0
            }
            state.timers.insert(work, at: max(moment, state.now))
        }
        return work
    }

    func timerWasCancelled() { state.withLock { $0.cancelled += 1 } }

    /// Runs `body` as work of this scheduler, at once.
    public func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentScheduler.enter(self) { _ in try body() }
    }

    /// Runs `body` as work of this scheduler, at once, with access to the services that live here.
    ///
    /// ```swift
    /// let count = try clock.enter { try counter.here($0).count }
    /// ```
    ///
    /// The closure is `@Sendable`, so that it cannot store a service in a variable of its caller.
    public func enter<Result: Sendable>(
        _ body: @Sendable (SchedulerIsolation) throws -> Result
    ) rethrows -> Result {
        try CurrentScheduler.enter(self) { _ in try body(SchedulerIsolation(self)) }
    }

    /// Runs all work that is due now, and what that posts for now.
    public func settle() {
        while let item = nextItem(until: now) { execute(item) }
    }

    /// Moves the clock by `duration`, running all that falls due on the way, each at its own moment.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `moment`, running all that falls due on the way, each at its own moment.
    ///
    /// An earlier moment sets the clock back, as a system's clock can be, and runs nothing.
    public func advance(to moment: SchedulerInstant) {
        while let item = nextItem(until: moment) { execute(item) }
        state.withLock { $0.now = moment }
    }

    /// Runs until nothing waits, moving the clock to each item's moment; work that repeats for ever never lets it end.
    ///
    /// What waits for `SchedulerInstant.distantFuture`, which never comes, does not run.
    public func run() {
        while let item = nextItem(until: Self.lastMoment) { execute(item) }
    }

    /// The last moment that comes.
    private static let lastMoment = SchedulerInstant(nanoseconds: .max - 1)

    private func nextItem(until moment: SchedulerInstant) -> WorkItem? {
        state.withLock { state in
            while let earliest = state.timers.earliest, let work = state.timers.popDue(at: moment) {
                guard let item = work.take() else {
                    state.cancelled -= 1
                    continue
                }
                state.now = max(state.now, earliest)
                return item
            }
            return nil
        }
    }

    private func execute(_ item: consuming WorkItem) {
        var item = Optional(item)
        let provenance = item?.provenance
        CurrentScheduler.enter(self) { frame in
            // unsafe, Unmanaged: the item that runs holds it
            frame.pointee.unmanagedProvenance = provenance.map(Unmanaged.passUnretained)
            item.take()?.run(on: frame.pointee.executor)
        }
        withExtendedLifetime(provenance) {}
    }
}

extension VirtualScheduler: ServingScheduler {
    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        while !isDone() {
            guard let item = nextItem(until: min(deadline, Self.lastMoment)) else {
                return isDone()
            }
            execute(item)
        }
        return true
    }

    func stirFromServing() {}
}
