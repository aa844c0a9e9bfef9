public import Scheduling

extension Signal {
    /// Sends every value and the completion `interval` later; a failure is passed on at once.
    ///
    /// ```
    /// self      --1--2--|
    /// delay(2)  ----1--2--|
    /// ```
    ///
    /// When the source has disappeared, the waiting values are delivered; then the subscription is
    /// over.
    ///
    /// - Parameter home: the caller's scheduler, on which the result is subscribed to.
    public func delay(_ interval: Duration, in home: SchedulerIsolation) -> Signal {
        Signal(above: operatorPath) { sink in
            let line = DelayLine(sink, interval, SchedulerClock(home, for: "delay"))
            let upstream = sink.lifetime.makeUpstream(continuingIf: { [weak line] in
                line?.sourceDisappeared() ?? false
            })
            subscribe(
                sink.branch(upstream) {
                    line.accept(.value($0))
                } ended: { (completion: Completion<Failure>) in
                    if completion.isSuccess {
                        line.accept(.ended(completion))
                    } else {
                        sink.end(completion)
                    }
                })
        }
    }
}

/// The delayed events, with one timer for the earliest.
private final class DelayLine<Value, Failure: Error> {
    private let sink: Sink<Value, Failure>
    private let interval: Duration
    private let clock: SchedulerClock
    private let alarm = Cell<ScheduledWork?>(nil)
    private var waiting = FIFOQueue<(due: SchedulerInstant, event: SignalEvent<Value, Failure>)>()
    private var isDelivering = false
    private var isOrphaned = false

    init(_ sink: Sink<Value, Failure>, _ interval: Duration, _ clock: SchedulerClock) {
        self.sink = sink
        self.interval = interval
        self.clock = clock
        sink.lifetime.add { [alarm] in alarm.content?.cancel() }
    }

    func accept(_ event: SignalEvent<Value, Failure>) {
        waiting.append((clock.now.advanced(by: interval), event))
        if waiting.count == 1, !isDelivering { arm(interval) }
    }

    /// Records that the source has disappeared, and returns whether events still wait.
    func sourceDisappeared() -> Bool {
        isOrphaned = true
        return waiting.count > 0 || isDelivering
    }

    private func arm(_ wait: Duration) {
        alarm.content = clock.after(max(.zero, wait)) { [self] in deliver() }
    }

    private func deliver() {
        isDelivering = true
        defer { isDelivering = false }
        while sink.isLive, let next = waiting.first {
            let wait = clock.now.duration(to: next.due)
            guard wait <= .zero else { return arm(wait) }
            _ = waiting.popFirst()
            switch next.event {
            case .value(let value): sink.send(value)
            case .ended(let completion): sink.end(completion)
            }
        }
        if isOrphaned { sink.lifetime.tearDown() }
    }
}
