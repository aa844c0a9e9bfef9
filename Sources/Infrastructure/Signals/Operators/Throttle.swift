public import Scheduling

extension Signal {
    /// Sends at most one value in each `interval`: the first at once, then each interval's latest.
    ///
    /// ```
    /// self         --1-2-3-----4----|
    /// throttle(3)  --1--2--3---4----|
    /// ```
    ///
    /// A failure is passed on at once and drops the waiting value. When the source has disappeared,
    /// the waiting value is sent at its time; then the subscription is over.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    ///   - atEnd: what happens to the value that waits at the completion.
    public func throttle(
        _ interval: Duration, in home: SchedulerIsolation, atEnd: PendingAtEnd = .send
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let gate = ThrottleGate(sink, interval, SchedulerClock(home, for: "throttle"))
            let upstream = sink.lifetime.makeUpstream(continuingIf: { [weak gate] in
                gate?.sourceDisappeared() ?? false
            })
            subscribe(
                sink.branch(upstream) {
                    gate.accept($0)
                } ended: { (completion: Completion<Failure>) in
                    gate.end(completion, sendingPending: atEnd == .send)
                })
        }
    }
}

/// Sends a value, then blocks values for an interval.
private final class ThrottleGate<Value, Failure: Error> {
    private let sink: Sink<Value, Failure>
    private let interval: Duration
    private let clock: SchedulerClock
    private let alarm = Cell<ScheduledWork?>(nil)
    private var waiting: Value?
    private var isClosed = false
    private var isOrphaned = false

    init(_ sink: Sink<Value, Failure>, _ interval: Duration, _ clock: SchedulerClock) {
        self.sink = sink
        self.interval = interval
        self.clock = clock
        sink.lifetime.add { [alarm] in alarm.content?.cancel() }
    }

    func accept(_ value: Value) {
        if isClosed { waiting = value } else { letThrough(value) }
    }

    func end(_ completion: Completion<Failure>, sendingPending: Bool) {
        alarm.content?.cancel()
        guard completion.isSuccess, sendingPending, let value = waiting else {
            return sink.end(completion)
        }
        waiting = nil
        sink.send(value)
        sink.end(completion)
    }

    /// Records that the source has disappeared, and returns whether a value still waits.
    func sourceDisappeared() -> Bool {
        isOrphaned = true
        return waiting != nil
    }

    private func letThrough(_ value: Value) {
        isClosed = true
        alarm.content = clock.after(interval) { [self] in
            isClosed = false
            guard let value = waiting else { return }
            waiting = nil
            guard isOrphaned else { return letThrough(value) }
            sink.send(value)
            sink.lifetime.tearDown()
        }
        sink.send(value)
    }
}
