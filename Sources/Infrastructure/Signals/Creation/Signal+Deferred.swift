public import Scheduling

extension Signal {
    /// Returns a signal that calls `make` for each subscription and subscribes to its result.
    @inlinable
    public static func deferred(_ make: @escaping () -> Signal) -> Signal {
        Signal(above: nil) { sink in
            let made = make()
            if sink.isLive { made.subscribe(sink) }
        }
    }
}

extension Signal where Value: Sendable {
    /// Returns a signal that calls `make` on `scheduler` for each subscription.
    ///
    /// `make` receives the isolation value of `scheduler`.
    ///
    /// The signal that `make` returns does its work on `scheduler`. The events are delivered in
    /// `home`:
    ///
    /// ```swift
    /// Signal.deferred(on: files, in: home) { _ in readLines(of: path) }
    ///     .observe { show($0) } ended: { finish($0) }        // on the scheduler that observes
    /// ```
    ///
    /// The signal is also disposed of on `scheduler`. The end of `scheduler` ends the subscription
    /// without an event and logs a line. To hand such a signal to other schedulers, use
    /// `BoundSignal(on:)`.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    ///   - capacity: the maximum number of values that wait for delivery; unlimited by default.
    ///   - overflow: what happens to a value that exceeds the capacity.
    public static func deferred(
        on scheduler: any Scheduler, in home: SchedulerIsolation, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait,
        _ make: @escaping @Sendable (SchedulerIsolation) -> Signal,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Signal {
        BoundSignal(on: scheduler, make, file: file, line: line).deliver(
            in: home, capacity: capacity, overflow: overflow, file: file, line: line)
    }
}
