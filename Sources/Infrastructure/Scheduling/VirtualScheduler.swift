import Synchronization

/// A scheduler for tests: its clock stands still until the test moves it, and its work runs on the thread that moves it.
public final class VirtualScheduler: Scheduler, TimerKeeper {
    private struct State {
        var timers = TimerHeap()
        var now: SchedulerInstant
    }

    public let name: String
    private let state: Mutex<State>

    /// A scheduler whose clock stands at `start`.
    public init(
        name: String = "virtual", start: SchedulerInstant = SchedulerInstant(nanoseconds: 0)
    ) {
        self.name = name
        state = Mutex(State(now: start))
    }

    public var now: SchedulerInstant { state.withLock { $0.now } }

    public var isCurrent: Bool { CurrentScheduler.frame?.pointee.scheduler === self }

    /// How many items wait, due or not.
    public var waitingCount: Int { state.withLock { $0.timers.count } }

    public func post(_ item: consuming WorkItem) -> Posting {
        _ = post(item, at: now, tolerance: .zero)
        return .accepted
    }

    public func post(_ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration)
        -> ScheduledWork
    {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        state.withLock { $0.timers.insert(work, at: max(moment, $0.now)) }
        return work
    }

    func timerWasCancelled() {}

    /// Runs `body` as work of this scheduler, at once.
    public func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CurrentScheduler.enter(self) { _ in try body() }
    }

    /// Runs all work that is due now, and what that posts for now.
    public func settle() {
        advance(to: now)
    }

    /// Moves the clock by `duration`, running all that falls due on the way, each at its own moment.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `moment`, running all that falls due on the way; an earlier moment sets the clock back and runs nothing.
    public func advance(to moment: SchedulerInstant) {
        while let item = nextItem(until: moment) { execute(item) }
        state.withLock { $0.now = moment }
    }

    /// Runs until nothing waits, moving the clock to each item's moment.
    public func run() {
        while let item = nextItem(until: .distantFuture) { execute(item) }
    }

    private func nextItem(until moment: SchedulerInstant) -> WorkItem? {
        state.withLock { state in
            while let earliest = state.timers.earliest, let work = state.timers.popDue(at: moment) {
                guard let item = work.take() else { continue }
                state.now = max(state.now, earliest)
                return item
            }
            return nil
        }
    }

    private func execute(_ item: consuming WorkItem) {
        let executor = asUnownedSerialExecutor()
        CurrentScheduler.enter(self) { frame in
            frame.pointee.unmanagedProvenance = item.provenance.map(Unmanaged.passUnretained)
            item.run(on: executor)
        }
    }
}
