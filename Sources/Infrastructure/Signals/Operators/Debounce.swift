public import Scheduling

/// The treatment of a value that still waits when its signal completes.
public enum PendingAtEnd: Hashable, Sendable {
    /// It is sent before the completion.
    case send
    /// It is dropped.
    case drop
}

extension Signal {
    /// Sends each value that was followed by `interval` without a value.
    ///
    /// ```
    /// self         --1-2-3-----4----|
    /// debounce(3)  ---------3-----4-|
    /// ```
    ///
    /// A failure is passed on at once and drops the waiting value. When the source has disappeared,
    /// the waiting value is sent at its time; then the subscription is over.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    ///   - atEnd: what happens to the value that waits at the completion.
    public func debounce(
        _ interval: Duration, in home: SchedulerIsolation, atEnd: PendingAtEnd = .send
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let clock = SchedulerClock(home, for: "debounce")
            let waiting = Cell<Value?>(nil)
            let alarm = Cell<ScheduledWork?>(nil)
            let isOrphaned = Cell(false)
            sink.lifetime.add { alarm.content?.cancel() }
            let upstream = sink.lifetime.makeUpstream(continuingIf: {
                isOrphaned.content = true
                return waiting.content != nil
            })
            subscribe(
                sink.branch(upstream) { value in
                    waiting.content = value
                    alarm.content?.cancel()
                    alarm.content = clock.after(interval) {
                        if let value = waiting.take() { sink.send(value) }
                        if isOrphaned.content, waiting.content == nil { sink.lifetime.tearDown() }
                    }
                } ended: { (completion: Completion<Failure>) in
                    alarm.content?.cancel()
                    guard completion.isSuccess, atEnd == .send, let value = waiting.take() else {
                        return sink.end(completion)
                    }
                    sink.send(value)
                    sink.end(completion)
                })
        }
    }
}

extension Cell {
    /// Removes and returns the value.
    @inlinable
    func take<Wrapped>() -> Wrapped? where Content == Wrapped? {
        defer { content = nil }
        return content
    }
}
