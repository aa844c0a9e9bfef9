public import Scheduling

extension Signal {
    /// The signal that `make` gives, asked anew for each subscription.
    @inlinable
    public static func deferred(_ make: @escaping () -> Signal) -> Signal {
        Signal(above: nil, holdsSignals: true) { sink in
            let made = make()
            if sink.isLive { made.subscribe(sink.lift(sink.onValue)) }
        }
    }
}

extension Signal where Value: Sendable {
    /// The signal that `make` gives on `scheduler`, where its work is done; the events come back to the scheduler of the subscription.
    ///
    /// ```swift
    /// Signal.deferred(on: files) { readLines(of: path) }
    ///     .observe { show($0) } ended: { finish($0) }        // on the scheduler that observes
    /// ```
    ///
    /// `make` is asked anew for each subscription, which is disposed of on `scheduler`. The end of `scheduler` ends the
    /// subscription without an event and with a line in the log. Traps when it is subscribed to outside of any scheduler. To
    /// hand such a signal to other schedulers, use `BoundSignal(on:)`.
    ///
    /// - Parameters:
    ///   - capacity: how many values may wait for delivery; without it, as many as there is memory.
    ///   - overflow: what becomes of a value for which there is no room.
    public static func deferred(
        on scheduler: any Scheduler, capacity: Int = .max,
        overflow: Overflow<Value, Failure> = .wait, _ make: @escaping @Sendable () -> Signal,
        file: StaticString = #fileID, line: UInt = #line
    ) -> sending Signal {
        let bound = BoundSignal(on: scheduler, make, file: file, line: line)
        return deferred {
            bound.deliver(
                on: HomeClock(nil, for: "deferred(on:)").scheduler, capacity: capacity,
                overflow: overflow, file: file, line: line)
        }
    }
}
