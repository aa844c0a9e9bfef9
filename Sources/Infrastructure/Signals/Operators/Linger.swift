public import Scheduling

extension Signal {
    /// Like `share()`, and stays connected for `time` after the last subscriber has left.
    ///
    /// ```
    /// self    ----1--2--3--4--5--------
    /// first   ^---1--x                     (x: disposes)
    /// second            ^--4--x            (lingering: 4: on the same connection)
    /// ```
    ///
    /// A subscriber that comes within this time uses the same connection; else the upstream is disposed of.
    ///
    /// - Parameters:
    ///   - time: how long the connection waits for the next subscriber.
    ///   - scheduler: whose clock counts; the current one when none is named.
    @inlinable
    public func share(lingering time: Duration, on scheduler: (any Scheduler)? = nil) -> Signal {
        Shared(self, replaying: 0, linger: Linger(time, on: scheduler)).signal
    }

    /// Like `replayLast(_:)`, and stays connected, and keeps the values, for `time` after the last subscriber has left.
    ///
    /// ```swift
    /// let account = fetchAccount.replayLast(lingering: .seconds(60))   // a screen that comes back does not fetch again
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many values a later subscriber gets first.
    ///   - time: how long the connection waits for the next subscriber.
    ///   - scheduler: whose clock counts; the current one when none is named.
    @inlinable
    public func replayLast(
        _ count: Int = 1, lingering time: Duration, on scheduler: (any Scheduler)? = nil
    ) -> Signal {
        precondition(count > 0, "a replay needs at least one value; without any it is share()")
        return Shared(self, replaying: count, linger: Linger(time, on: scheduler)).signal
    }
}

/// How long a connection without subscribers waits for the next one.
@usableFromInline
final class Linger {
    private let time: Duration
    private let scheduler: (any Scheduler)?
    private var clock: HomeClock?
    private var wait: ScheduledWork?

    @usableFromInline
    init(_ time: Duration, on scheduler: (any Scheduler)?) {
        self.time = time
        self.scheduler = scheduler
    }

    /// Takes the clock of the subscription that connects.
    @usableFromInline
    func begin() {
        clock = HomeClock(scheduler, for: "lingering")
    }

    /// Runs `end` when the time has passed, unless it is cancelled before.
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
