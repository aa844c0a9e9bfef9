public import Scheduling

extension Signal {
    /// Like `share()`, but stays connected for `time` after the last subscriber has left.
    ///
    /// ```
    /// self    ----1--2--3--4--5--------
    /// first   ^---1--x                     (x: disposes)
    /// second            ^--4--x            (lingering: 4: on the same connection)
    /// ```
    ///
    /// A subscriber that arrives within this time uses the same connection. After this time, the
    /// upstream is disposed of.
    ///
    /// - Parameters:
    ///   - time: how long the connection waits for the next subscriber.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    @inlinable
    public func share(lingering time: Duration, in home: SchedulerIsolation) -> Signal {
        Shared(self, replaying: 0, linger: Linger(time, in: home)).signal
    }

    /// Like `replayLast(_:)`, but stays connected for `time` after the last subscriber has left.
    ///
    /// It keeps the values for that time, too.
    ///
    /// ```swift
    /// // a screen that comes back does not fetch again
    /// let account = fetchAccount.replayLast(lingering: .seconds(60), in: home)
    /// ```
    ///
    /// - Parameters:
    ///   - count: the number of values that a later subscriber gets first.
    ///   - time: how long the connection waits for the next subscriber.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    @inlinable
    public func replayLast(
        _ count: Int = 1, lingering time: Duration, in home: SchedulerIsolation
    ) -> Signal {
        precondition(count > 0, "a replay needs at least one value: use share() for none")
        return Shared(self, replaying: count, linger: Linger(time, in: home)).signal
    }
}
