extension Signal {
    /// Sends the first values of both signals, then the second values, and so on.
    ///
    /// ```
    /// self       --1--2--------3--|
    /// other      -----a--b--|
    /// zip(with:) -----1a-2b-|
    /// ```
    ///
    /// The result completes as soon as no further pair can be formed; it fails when one signal
    /// fails. Values that wait for the other signal are queued without a limit.
    @inlinable
    public func zip<Other>(
        with other: Signal<Other, Failure>
    ) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(above: operatorPath.joined(other.operatorPath)) { sink in
            let join = Join(sink, count: 2)
            let left = ZipBuffer<Value>()
            let right = ZipBuffer<Other>()
            let isDry = { left.isDry || right.isDry }
            let arrived = {
                if left.waiting.isEmpty || right.waiting.isEmpty { return }
                let pair = (left.take(), right.take())
                let isLast = isDry()
                sink.send(pair)
                if isLast { sink.end(.completed) }
            }
            join.attach([
                join.upstream(self, to: left, isDry: isDry, arrived: arrived),
                join.upstream(other, to: right, isDry: isDry, arrived: arrived),
            ])
        }
    }

    /// Sends the first values of all signals, then the second values, and so on.
    ///
    /// The result completes as soon as no further tuple can be formed; it fails when one signal
    /// fails.
    @inlinable
    public static func zip<each Element>(
        _ signals: repeat Signal<each Element, Failure>
    ) -> Signal<(repeat each Element), Failure> where Value == (repeat each Element) {
        var operatorPath = OperatorPath()
        for other in repeat (each signals).operatorPath {
            operatorPath = operatorPath.joined(other)
        }
        return Signal(above: operatorPath) { sink in
            let buffers = (repeat ZipBuffer<each Element>())
            var count = 0
            for _ in repeat each buffers { count += 1 }
            let join = Join(sink, count: count)
            let isDry = {
                for buffer in repeat each buffers { if buffer.isDry { return true } }
                return false
            }
            let arrived = {
                for buffer in repeat each buffers { if buffer.waiting.isEmpty { return } }
                let values = (repeat (each buffers).take())
                let isLast = isDry()
                sink.send(values)
                if isLast { sink.end(.completed) }
            }
            var upstreams: [() -> Void] = []
            repeat upstreams.append(
                join.upstream(each signals, to: each buffers, isDry: isDry, arrived: arrived))
            join.attach(upstreams)
        }
    }
}

/// The values of one source that wait for those of the other sources.
@usableFromInline
final class ZipBuffer<Value> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var waiting = FIFOQueue<Value>()
    @exclusivity(unchecked) @usableFromInline var isDone = false

    @inlinable
    init() {}

    /// Whether the source has ended and no value waits.
    @inlinable
    var isDry: Bool { isDone && waiting.isEmpty }

    /// Removes and returns the oldest value; called only when all buffers have one.
    @inlinable
    func take() -> Value {
        guard let value = waiting.popFirst() else {
            preconditionFailure("a value was requested before it was available")
        }
        return value
    }
}

extension Join {
    /// Returns the subscription to one of the upstreams, which queues the values in `buffer`.
    @inlinable
    func upstream<Value>(
        _ signal: Signal<Value, Failure>, to buffer: ZipBuffer<Value>,
        isDry: @escaping () -> Bool, arrived: @escaping () -> Void
    ) -> () -> Void {
        {
            signal.begin(
                self.branch { value in
                    buffer.waiting.append(value)
                    arrived()
                } isEmpty: {
                    buffer.isDone = true
                    return isDry()
                })
        }
    }
}
