public import Scheduling

/// One clock for several virtual schedulers, so that a test moves them together.
///
/// ```swift
/// let (ui, business) = (VirtualScheduler(name: "UI"), VirtualScheduler(name: "BL"))
/// let clock = VirtualClock(ui, business)
/// clock.advance(by: .seconds(30))     // runs all due work on both, including what they post
/// ```
///
/// At each moment, the schedulers run their work in turns, in the order of the list, until none has
/// work left. A test moves the clock instead of its schedulers, from one thread at a time.
public struct VirtualClock: Sendable {
    private let schedulers: [VirtualScheduler]

    /// Creates a clock for `schedulers`, which starts at the latest of their times.
    public init(_ schedulers: VirtualScheduler...) {
        precondition(!schedulers.isEmpty, "a clock needs at least one scheduler")
        self.schedulers = schedulers
        set(to: now)
    }

    /// The latest time of the schedulers.
    public var now: SchedulerInstant {
        schedulers.reduce(schedulers[0].now) { max($0, $1.now) }
    }

    /// Runs all work that is due now, and the work that it posts for now.
    ///
    /// A wait moves the clock of the scheduler that serves. A scheduler whose clock is behind the
    /// latest one is moved to it.
    public func runUntilIdle() {
        while hasWork(until: now) {
            set(to: now)
            for scheduler in schedulers { scheduler.runUntilIdle() }
        }
    }

    /// Moves the clock by `duration`, and runs each item that becomes due at its own moment.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `moment`, and runs each item that becomes due at its own moment.
    ///
    /// A scheduler whose clock is behind is moved to the same time. An earlier moment moves no
    /// clock back.
    public func advance(to moment: SchedulerInstant) {
        runAll(until: moment)
        set(to: max(now, moment))
    }

    /// Runs until no work waits; work that repeats without end never lets it return.
    public func run() {
        runAll(until: VirtualScheduler.lastMoment)
    }

    private var nextMoment: SchedulerInstant? { schedulers.compactMap(\.nextMoment).min() }

    private func hasWork(until moment: SchedulerInstant) -> Bool {
        nextMoment.map { $0 <= moment } ?? false
    }

    private func runAll(until moment: SchedulerInstant) {
        while let next = nextMoment, next <= moment {
            set(to: max(next, now))
            runUntilIdle()
        }
    }

    private func set(to moment: SchedulerInstant) {
        for scheduler in schedulers { scheduler.setClock(to: moment) }
    }
}
