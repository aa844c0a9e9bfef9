import CScheduling
public import Scheduling
import Synchronization

/// A scheduler for tests: its clock stands still until a test moves it.
///
/// A test gives it to the code under test in place of a real scheduler. The test then needs no
/// sleep: work runs on the thread that moves the clock, at once and in a fixed order.
///
/// ```swift
/// let clock = VirtualScheduler()
/// let retries = Guarded(0)
/// clock.schedule(after: .seconds(30)) { retries.withLock { $0 += 1 } }
/// clock.advance(by: .seconds(29))     // no retry yet
/// clock.advance(by: .seconds(1))      // the first retry
/// ```
///
/// `runUntilIdle()` runs the work that is due, and `advance(by:)` also the work that becomes due.
/// `enter(_:)` runs a closure of the test as work of the scheduler. A `VirtualClock` moves several
/// schedulers together. The scheduler is never shut down: test the end of a program with a
/// `WorkScheduler`.
///
/// Work may be posted from any thread. The methods that run it (`enter`, `runUntilIdle`, `advance`,
/// `run`) trap when two threads are inside them at once. They may be called again from inside the
/// work that they run. A million timers cost n log n.
public final class VirtualScheduler: Scheduler {
    private struct State {
        var timers = TimerHeap()
        /// The number of cancelled items in memory; each counts a moment after its cancellation.
        var cancelled = 0
        var now: SchedulerInstant
    }

    /// The name for logs and reports.
    public let name: String
    private let state: Guarded<State>
    /// The number of the thread that runs the work now; 0 for none.
    private let runner = Atomic<UInt>(0)

    /// Creates a scheduler whose clock starts at `start`.
    public init(
        name: String = "virtual", start: SchedulerInstant = SchedulerInstant(nanoseconds: 0)
    ) {
        self.name = name
        state = Guarded(State(now: start))
    }

    deinit {
        // Repeating work keeps its next run, which keeps the repeating work.
        for work in state.withLock({ $0.timers.removeAll() }) { _ = work.take() }
    }

    /// The time to which the test has moved the clock.
    public var now: SchedulerInstant { state.withLock { $0.now } }

    /// Whether this scheduler runs the caller's code.
    public var isCurrent: Bool { Schedulers.current === self }

    /// The number of waiting items, due or not.
    public var waitingCount: Int {
        state.withLock { $0.timers.countWaiting(until: .distantFuture) }
    }

    /// The number of items in memory, including cancelled ones.
    var timerCount: Int { state.withLock { $0.timers.count } }

    /// The items that are due.
    ///
    /// No item waits in real time here, so `oldestWait` is the time by which the oldest item is
    /// overdue.
    public var backlog: Backlog {
        state.withLock { state in
            let count = state.timers.countWaiting(until: state.now)
            let oldest = count == 0 ? nil : state.timers.earliest
            return Backlog(count: count, oldestWait: oldest?.duration(to: state.now))
        }
    }

    /// Queues an item for the current time of the clock.
    public func post(_ item: consuming WorkItem) -> PostResult {
        _ = post(item, at: now, tolerance: .zero)
        return .accepted
    }

    /// Queues an item for a moment; a past moment counts as the current time.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        if moment == .distantFuture { return work }  // never reached, without a shutdown
        state.withLock { state in
            if state.cancelled > state.timers.count / 2 {
                state.timers.removeCancelled()
                state.cancelled = 0
            }
            state.timers.insert(work, at: max(moment, state.now))
        }
        return work
    }

    /// Counts cancelled work that only takes up memory now.
    public func scheduledWorkWasCancelled() { state.withLock { $0.cancelled += 1 } }

    /// Always `true`: a test moves the clock.
    public var hasVirtualTime: Bool { true }

    /// Runs `body` as work of this scheduler, at once.
    public func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        try exclusively { try Schedulers.enter(self, body) }
    }

    /// Runs `body` at once as work of this scheduler, with access to its services.
    ///
    /// ```swift
    /// let count = try clock.enter { try counter.get(in: $0).count }
    /// ```
    ///
    /// The closure is `@Sendable`, so it cannot store a service in a variable of its caller.
    public func enter<Result: Sendable>(
        _ body: @Sendable (SchedulerIsolation) throws -> Result
    ) rethrows -> Result {
        try enter { try body(SchedulerIsolation(self)) }
    }

    /// Runs all work that is due now, and the work that it posts for now.
    public func runUntilIdle() {
        exclusively { while let item = nextItem(until: now) { item.run(on: self) } }
    }

    /// Moves the clock by `duration`, and runs each item that becomes due at its own moment.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `moment`, and runs each item that becomes due at its own moment.
    ///
    /// An earlier moment sets the clock back, as can happen to a system's clock, and runs nothing.
    public func advance(to moment: SchedulerInstant) {
        exclusively {
            while let item = nextItem(until: moment) { item.run(on: self) }
            state.withLock { $0.now = moment }
        }
    }

    /// Runs until no work waits, and moves the clock to each item's moment.
    ///
    /// Work that repeats without end never lets it return. Work for
    /// `SchedulerInstant.distantFuture` does not run, since that moment is never reached.
    public func run() {
        exclusively { while let item = nextItem(until: Self.lastMoment) { item.run(on: self) } }
    }

    /// The last moment that the clock can reach.
    static let lastMoment = SchedulerInstant(nanoseconds: .max - 1)

    /// The moment of the next item, which may have been cancelled; `nil` where none waits.
    var nextMoment: SchedulerInstant? { state.withLock { $0.timers.earliest } }

    func setClock(to moment: SchedulerInstant) { state.withLock { $0.now = moment } }

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

    /// Makes the calling thread the only one that runs this scheduler's work while `body` runs.
    ///
    /// It traps where another thread runs it.
    private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = cs_thread_number()
        let (isFirst, owner) = runner.compareExchange(
            expected: 0, desired: thread, ordering: .acquiringAndReleasing)
        precondition(
            isFirst || owner == thread,
            "virtual scheduler '\(name)' is run by two threads at once: use one thread of the test"
        )
        defer { if isFirst { runner.store(0, ordering: .releasing) } }
        return try body()
    }
}

extension VirtualScheduler: ServingScheduler {
    /// Runs the waiting work during the running item, and moves the clock for it.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        while !isDone() {
            guard let item = nextItem(until: min(deadline, Self.lastMoment)) else {
                return isDone()
            }
            item.run(on: self)
        }
        return true
    }

    /// Does nothing: only the thread that serves can change the answer.
    public func recheckServing() {}
}
