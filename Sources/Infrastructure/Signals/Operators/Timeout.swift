public import Scheduling

extension Signal {
    /// Fails with `error` when the signal sends nothing and does not end for `interval`.
    ///
    /// The time counts from the subscription and from each value.
    ///
    /// ```
    /// self        --1--2---------3--|
    /// timeout(4)  --1--2----x
    /// ```
    ///
    /// - Parameter home: the caller's scheduler, on which the result is subscribed to.
    public func timeout(
        _ interval: Duration, in home: SchedulerIsolation,
        failingWith error: @autoclosure @escaping () -> Failure
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let clock = SchedulerClock(home, for: "timeout")
            let alarm = Cell<ScheduledWork?>(nil)
            let lastSign = Cell(clock.now)
            sink.lifetime.add { alarm.content?.cancel() }
            // One timer at a time, which checks at its time how long no value has come: a value
            // costs no timer.
            func arm(_ wait: Duration) {
                alarm.content = clock.after(wait) {
                    let rest = interval - lastSign.content.duration(to: clock.now)
                    if rest > .zero { arm(rest) } else { sink.end(.failed(error())) }
                }
            }
            arm(interval)
            // A source that has disappeared sends nothing: the failure is still to come.
            subscribe(
                sink.branch(sink.lifetime.makeInput()) {
                    lastSign.content = clock.now
                    sink.send($0)
                } ended: { (completion: Completion<Failure>) in
                    sink.end(completion)
                })
        }
    }
}
