public import Scheduling

/// The wait of a connection without subscribers for the next one.
@usableFromInline
final class Linger {
    private let time: Duration
    private let home: SchedulerIsolation
    private var clock: SchedulerClock?
    private var wait: ScheduledWork?

    @usableFromInline
    init(_ time: Duration, in home: SchedulerIsolation) {
        self.time = time
        self.home = home
    }

    /// Sets the clock to that of the subscription that connects.
    @usableFromInline
    func begin() {
        clock = SchedulerClock(home, for: "lingering")
    }

    /// Runs `end` after the time, unless it is cancelled before.
    @usableFromInline
    func start(_ end: @escaping () -> Void) {
        wait = clock?.after(time, end)
    }

    @usableFromInline
    func cancel() {
        wait?.cancel()
        wait = nil
    }
}
