import CScheduling
import Dispatch
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
/// schedulers together. The scheduler is never shut down, except by the world of a simulation: test
/// the end of a program there or with a `WorkScheduler`. Waiting work that refers to the scheduler
/// keeps it in memory. So does a live subscription with a timer: dispose of it.
///
/// Work may be posted from any thread. The methods that run it (`enter`, `runUntilIdle`, `advance`,
/// `run`) trap when two threads are inside them at once. They may be called again from inside the
/// work that they run. A million timers cost n log n.
public final class VirtualScheduler: Scheduler {
    /// The name for logs and reports.
    public let name: String
    private let state: Guarded<VirtualQueue>
    private let host: (any VirtualSchedulerHost)?
    /// The number of the scheduler in its host.
    package let number: Int
    /// The number of the thread that runs the work now; 0 for none.
    private let runner = Atomic<UInt>(0)

    /// Creates a scheduler whose clock starts at `start`.
    public init(
        name: String = "virtual", start: SchedulerInstant = SchedulerInstant(nanoseconds: 0)
    ) {
        self.name = name
        state = Guarded(VirtualQueue(now: start))
        host = nil
        number = 0
    }

    /// Creates a scheduler whose work is run by `host`, in which its number is `number`.
    package init(
        name: String, start: SchedulerInstant, host: any VirtualSchedulerHost, number: Int
    ) {
        self.name = name
        state = Guarded(VirtualQueue(now: start))
        self.host = host
        self.number = number
    }

    deinit {
        // Repeating work keeps its next run, which keeps the repeating work.
        for work in state.withLock({ $0.removeAll() + $0.removeEndings() }) { _ = work.take() }
    }

    /// The time to which the test has moved the clock.
    public var now: SchedulerInstant { state.withLock { $0.now } }

    /// Whether this scheduler runs the caller's code.
    public var isCurrent: Bool { Schedulers.current === self }

    /// Whether the caller is inside an item: the methods that move the clock run the others.
    public var isRunByCaller: Bool { isCurrent }

    /// The number of waiting items, due or not.
    public var waitingCount: Int {
        state.withLock { $0.countWaiting(until: .distantFuture) }
    }

    /// The number of items in memory, including cancelled ones.
    var timerCount: Int { state.withLock { $0.count } }

    /// The number of timers that left their heap together and have not run yet.
    var sortedTimerCount: Int { state.withLock { $0.sortedTimerCount } }

    /// The items that are due.
    ///
    /// No item waits in real time here, so `oldestWait` is the time by which the oldest item is
    /// overdue.
    public var backlog: Backlog {
        state.withLock { state in
            let count = state.countWaiting(until: state.now)
            let oldest = count == 0 ? nil : state.earliest
            return Backlog(count: count, oldestWait: oldest?.duration(to: state.now))
        }
    }

    /// Queues an item for the current time of the clock.
    public func post(_ item: consuming WorkItem) -> PostResult {
        if let host, !host.accepts(item, on: name) { return runAfterEnd(item) }
        if isShutDown, item.atShutdown != .always { return .shutDown }
        queue(ScheduledWork(item, at: now, tolerance: .zero, on: self), as: .item)
        return .accepted
    }

    /// Queues an item for a moment; a past moment counts as the current time.
    public func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let (isShutDown, behavior) = (isShutDown, item.atShutdown)
        let isAccepted =
            (host?.accepts(item, on: name) ?? true) && (!isShutDown || behavior == .always)
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        guard isAccepted else {
            _ = work.take()
            return work
        }
        if isShutDown {
            queue(work, as: .item)
        } else if moment < .distantFuture {
            queue(work, as: .timer)
        } else if host != nil, behavior == .always {
            // The distant future is never reached, without a shutdown.
            state.withLock { $0.insert(ending: work) }
        }
        return work
    }

    /// Only a host shuts the scheduler down.
    private var isShutDown: Bool { host != nil && state.withLock { $0.shutdown != nil } }

    private func queue(_ work: ScheduledWork, as kind: VirtualQueue.Kind) {
        let order = state.withLock { $0.insert(work, as: kind) }
        host?.queued(order, on: number)
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

    /// The isolation domain, for tests of this package that keep what is in it in local variables.
    package var home: SchedulerIsolation { SchedulerIsolation(self) }

    /// Runs all work that is due now, and the work that it posts for now.
    public func runUntilIdle() {
        exclusively { while let item = nextItem(until: now) { item.runByOwner(of: self) } }
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
            while let item = nextItem(until: moment) { item.runByOwner(of: self) }
            state.withLock { $0.now = moment }
        }
    }

    /// Runs until no work waits, and moves the clock to each item's moment.
    ///
    /// Work that repeats without end never lets it return. Work for
    /// `SchedulerInstant.distantFuture` does not run, since that moment is never reached.
    public func run() {
        exclusively {
            while let item = nextItem(until: Self.lastMoment) { item.runByOwner(of: self) }
        }
    }

    /// The last moment that the clock can reach.
    static let lastMoment = SchedulerInstant(nanoseconds: .max - 1)

    /// The moment of the next item, which may have been cancelled; `nil` where none waits.
    var nextMoment: SchedulerInstant? { state.withLock { $0.earliest } }

    package func setClock(to moment: SchedulerInstant) { state.withLock { $0.now = moment } }

    private func nextItem(until moment: SchedulerInstant) -> WorkItem? {
        state.withLock { state in
            while let kind = state.nextKind(until: moment) {
                guard let next = state.pop(kind, until: moment) else { continue }
                state.now = max(state.now, next.moment)
                return next.item
            }
            return nil
        }
    }

    // MARK: For its host

    /// The work that can run next.
    package var readiness: VirtualQueue.Readiness { state.withLock { $0.readiness() } }

    /// Runs the next work of a kind, after `begin` has received it with its number.
    ///
    /// - Returns: whether there was any.
    package func runNext(
        _ kind: VirtualQueue.Kind, _ begin: (_ order: UInt64, _ item: borrowing WorkItem) -> Void
    ) -> Bool {
        guard let item = take(kind, begin) else { return false }
        if state.withLock({ $0.skips(item) }) {
            item.skipByOwner(of: self)
        } else {
            item.runByOwner(of: self)
        }
        return true
    }

    /// Shuts the scheduler down, as `WorkScheduler.shutDown` does.
    package func shutDown(_ mode: ShutdownMode) {
        for order in state.withLock({ $0.shutDown(mode) }) { host?.queued(order, on: number) }
    }

    /// Forgets the work for the end of the scheduler, which releases its captures.
    package func forgetEndings() {
        Schedulers.enter(self) {
            for work in state.withLock({ $0.removeEndings() }) { work.cancel() }
        }
    }

    /// Removes an item, which only the caller holds then, so that its captures are released here.
    private func take(
        _ kind: VirtualQueue.Kind, _ begin: (_ order: UInt64, _ item: borrowing WorkItem) -> Void
    ) -> WorkItem? {
        guard let next = state.withLock({ $0.pop(kind) }) else { return nil }
        begin(next.order, next.item)
        return next.item
    }

    /// Ends the waiting work as a shutdown does.
    ///
    /// - Returns: the source lines that posted it.
    package func skipAll() -> [Provenance?] {
        var places: [Provenance?] = []
        for work in state.withLock({ $0.removeAll() }) {
            guard let item = work.take() else { continue }
            places.append(item.provenance)
            if item.atShutdown == .always {
                item.runByOwner(of: self)
            } else {
                item.skipByOwner(of: self)
            }
        }
        return places
    }

    private static let afterEnd = DispatchQueue(label: "virtual schedulers after their end")

    /// Runs an item that cannot be refused, such as a teardown, after the end of the host.
    private func runAfterEnd(_ item: consuming WorkItem) -> PostResult {
        guard item.atShutdown == .always else { return .shutDown }
        let item = item
        Self.afterEnd.async { item.runByOwner(of: self) }
        return .accepted
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

extension VirtualScheduler: RandomSource {
    /// Returns a random number of its host; without a host, one of the system.
    package func nextRandom() -> Double { host?.nextRandom() ?? .random(in: 0...1) }
}

extension VirtualScheduler: ServingScheduler {
    /// Runs the waiting work during the running item, and moves the clock for it.
    ///
    /// Traps outside of its items.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        precondition(
            isCurrent, "scheduler '\(name)' was served by a thread that does not run its work")
        if let host { return host.serve(until: deadline, isDone: isDone) }
        while !isDone() {
            guard let item = nextItem(until: min(deadline, Self.lastMoment)) else {
                return isDone()
            }
            item.runByOwner(of: self)
        }
        return true
    }

    /// Does nothing: only the thread that serves can change the answer.
    public func recheckServing() {}
}
