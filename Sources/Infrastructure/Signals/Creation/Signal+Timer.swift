public import Scheduling

extension Signal where Value == Void {
    /// Sends one value after `delay`, and completes.
    ///
    /// ```
    /// timer(after: 3)   ---()|
    /// ```
    ///
    /// - Parameter home: the caller's scheduler, on which the signal is subscribed to.
    public static func timer(after delay: Duration, in home: SchedulerIsolation) -> Signal {
        Signal(above: nil) { sink in
            SchedulerClock(home, for: "timer").after(delay, while: sink.lifetime) {
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
    /// The times are those of `Scheduler.schedule(every:)`: a scheduler that was delayed by several
    /// periods sends the next number once, and skips the other times.
    ///
    /// - Parameter home: the caller's scheduler, on which the signal is subscribed to.
    public static func interval(_ period: Duration, in home: SchedulerIsolation) -> Signal {
        precondition(period > .zero, "the period of an interval must be above zero")
        return Signal(above: nil) { sink in
            var count = 0
            SchedulerClock(home, for: "interval").every(period, while: sink.lifetime) {
                defer { count += 1 }
                sink.send(count)
            }
        }
    }
}
