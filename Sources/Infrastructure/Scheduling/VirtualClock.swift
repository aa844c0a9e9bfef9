/// One clock for several virtual schedulers, so that a test of a partitioned program moves them together.
///
/// ```swift
/// let (ui, business) = (VirtualScheduler(name: "UI"), VirtualScheduler(name: "BL"))
/// let clock = VirtualClock(ui, business)
/// clock.advance(by: .seconds(30))     // runs what falls due on both, and what they post to each other
/// ```
///
/// At each moment the schedulers run their work in turns, in the order of the list, until none of them has any. A test moves the
/// clock instead of its schedulers, from one thread at a time.
public struct VirtualClock: Sendable {
    private let schedulers: [VirtualScheduler]

    /// A clock for `schedulers`, which shows the latest of their times.
    public init(_ schedulers: VirtualScheduler...) {
        precondition(!schedulers.isEmpty, "a clock needs a scheduler")
        self.schedulers = schedulers
        set(to: now)
    }

    /// The time of the schedulers.
    public var now: SchedulerInstant {
        schedulers.reduce(schedulers[0].now) { max($0, $1.now) }
    }

    /// Runs all work that is due now, and what that posts for now.
    ///
    /// A scheduler whose own clock is behind the latest one is moved to it: a wait moves the clock of the scheduler that serves.
    public func settle() {
        while hasWork(until: now) {
            set(to: now)
            for scheduler in schedulers { scheduler.settle() }
        }
    }

    /// Moves the clock by `duration`, running all that falls due on the way, each at its own moment.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `moment`, running all that falls due on the way, each at its own moment; an earlier moment changes nothing.
    public func advance(to moment: SchedulerInstant) {
        runAll(until: moment)
        if now < moment { set(to: moment) }
    }

    /// Runs until nothing waits; work that repeats for ever never lets it end.
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
            settle()
        }
    }

    private func set(to moment: SchedulerInstant) {
        for scheduler in schedulers { scheduler.setClock(to: moment) }
    }
}
