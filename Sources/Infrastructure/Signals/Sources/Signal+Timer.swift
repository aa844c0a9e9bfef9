public import Scheduling

extension Signal where Value == Void {
    /// Sends once when `delay` has passed, and completes.
    ///
    /// ```
    /// timer(after: 3)   ---()|
    /// ```
    ///
    /// - Parameter scheduler: whose clock counts; the current one when none is named. The signal
    ///   must be subscribed to on it.
    public static func timer(
        after delay: Duration, on scheduler: (any Scheduler)? = nil
    ) -> Signal {
        Signal(above: nil) { sink in
            HomeClock(scheduler, for: "timer").after(delay, while: sink.lifetime) {
                sink.send(())
                sink.end(.completed)
            }
        }
    }
}

extension Signal where Value == Int {
    /// Counts from zero, once every `period`; the count does not drift from the clock.
    ///
    /// ```
    /// interval(2)   --0--1--2--
    /// ```
    ///
    /// - Parameter scheduler: whose clock counts; the current one when none is named. The signal
    ///   must be subscribed to on it.
    public static func interval(
        _ period: Duration, on scheduler: (any Scheduler)? = nil
    ) -> Signal {
        precondition(period > .zero, "an interval needs a period above zero")
        return Signal(above: nil) { sink in
            Ticker(period: period, clock: HomeClock(scheduler, for: "interval"), sink: sink).start()
        }
    }
}

/// Counts the periods since its start.
private final class Ticker<Failure: Error> {
    private let period: Duration
    private let clock: HomeClock
    private let sink: Sink<Int, Failure>
    private let pending = Cell<ScheduledWork?>(nil)
    private let origin: SchedulerInstant
    private var count = 0

    init(period: Duration, clock: HomeClock, sink: Sink<Int, Failure>) {
        self.period = period
        self.clock = clock
        self.sink = sink
        origin = clock.now
    }

    func start() {
        sink.lifetime.add { [pending] in pending.content?.cancel() }
        arm()
    }

    private func arm() {
        let due = origin.advanced(by: period * (count + 1))
        pending.content = clock.after(max(.zero, clock.now.duration(to: due))) { [self] in tick() }
    }

    private func tick() {
        sink.send(count)
        count += 1
        if sink.isLive { arm() }
    }
}
