public import Scheduling

extension Signal {
    /// Returns a signal that calls `make` for each subscription and subscribes to its result.
    @inlinable
    public static func deferred(_ make: @escaping () -> Signal) -> Signal {
        Signal(above: nil, holdsSignals: true) { sink in
            let made = make()
            if sink.isLive { made.subscribe(sink.lift(sink.onValue)) }
        }
    }
}

extension Signal where Value: Sendable {
    /// Returns a signal that calls `make` on `scheduler` for each subscription.
    ///
    /// The signal that `make` returns does its work on `scheduler`. The events are delivered on the
    /// scheduler of the subscription:
    ///
    /// ```swift
    /// Signal.deferred(on: files) { readLines(of: path) }
    ///     .observe { show($0) } ended: { finish($0) }        // on the scheduler that observes
    /// ```
    ///
    /// The signal is also disposed of on `scheduler`. The end of `scheduler` ends the subscription
    /// without an event and logs a line. Traps when it is subscribed to outside of any scheduler.
    /// To hand such a signal to other schedulers, use `BoundSignal(on:)`.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of values that wait for delivery; unlimited by default.
    ///   - overflow: what happens to a value that exceeds the capacity.
    public static func deferred(
        on scheduler: any Scheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait, _ make: @escaping @Sendable () -> Signal,
        file: StaticString = #fileID, line: UInt = #line
    ) -> sending Signal {
        let bound = BoundSignal(on: scheduler, make, file: file, line: line)
        return deferred {
            bound.deliver(
                on: SchedulerClock(nil, for: "deferred(on:)").scheduler, capacity: capacity,
                overflow: overflow, file: file, line: line)
        }
    }
}
