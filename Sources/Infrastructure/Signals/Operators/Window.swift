public import Scheduling

extension Signal {
    /// Sends the values in signals of `count` values each; the last one may be shorter.
    ///
    /// ```
    /// self       --1---2------3-|
    /// window(2)  --a----------b-|
    /// a            1---(2|)
    /// b                       3-|
    /// ```
    ///
    /// A window is sent before its first value and is hot: a later subscriber gets the rest of it.
    /// The last window ends as this signal does. When the subscription to the windows is over, the
    /// open window ends without an event.
    public func window(_ count: Int) -> Signal<Signal, Failure> {
        windows(of: count) { _ in nil }
    }

    /// Sends the values in signals that are limited by time and by number.
    ///
    /// Each completes `interval` after its first value, or as soon as it has sent `count` values.
    ///
    /// ```
    /// self              -12-3-----45-----|
    /// window(every: 4)  -a--------b------|
    /// a                  12-3|
    /// b                           45--|
    /// ```
    ///
    /// No window is empty, and no timer runs while the signal is quiet. In all other respects it is
    /// like `window(_:)`.
    ///
    /// - Parameters:
    ///   - count: the maximum number of values in a window.
    ///   - interval: how long a window is open.
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    public func window(
        _ count: Int = .max, every interval: Duration, in home: SchedulerIsolation
    ) -> Signal<Signal, Failure> {
        windows(of: count) { lifetime in
            let alarm = Alarm(in: home, for: "window", while: lifetime)
            return (alarm, interval)
        }
    }

    private func windows(
        of count: Int, closing timer: @escaping (Disposable) -> (alarm: Alarm, interval: Duration)?
    ) -> Signal<Signal, Failure> {
        precondition(count > 0, "the capacity of a window must be at least 1")
        return Signal<Signal, Failure>(above: operatorPath) { sink in
            Windows(sink, count, timer(sink.lifetime)).start(self)
        }
    }
}

/// Opens a window for a value if none is open; closes it when it is full or its time is over.
private final class Windows<Value, Failure: Error>: Splitter {
    let sink: Sink<Signal<Value, Failure>, Failure>
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) var queue = SplitterQueue<Value, Failure>()
    private let count: Int
    private let timer: (alarm: Alarm, interval: Duration)?
    @exclusivity(unchecked) private var open: Subject<Value, Failure>?
    @exclusivity(unchecked) private var remaining = 0

    init(
        _ sink: Sink<Signal<Value, Failure>, Failure>, _ count: Int,
        _ timer: (alarm: Alarm, interval: Duration)?
    ) {
        self.sink = sink
        self.count = count
        self.timer = timer
    }

    func handle(_ event: SignalEvent<Value, Failure>) {
        switch event {
        case .value(let value): accept(value)
        case .ended(let completion):
            guard let window = close() else { return sink.end(completion) }
            window.observerList.end(completion)
            sink.end(completion)
        }
    }

    private func accept(_ value: Value) {
        if let open { return send(value, into: open) }
        let window = Subject<Value, Failure>()
        open = window
        remaining = count
        if let timer {
            timer.alarm.set(timer.interval) { [self] in close()?.complete() }
        }
        send(window.signal) { [self] in send(value, into: window) }
    }

    private func send(_ value: Value, into window: Subject<Value, Failure>) {
        remaining -= 1
        guard remaining == 0 else { return window.observerList.send(value) }
        _ = close()
        window.observerList.send(value)
        window.observerList.end(.completed)
    }

    /// Closes the open window, if any, and returns it.
    private func close() -> Subject<Value, Failure>? {
        timer?.alarm.cancel()
        return open.take()
    }
}
