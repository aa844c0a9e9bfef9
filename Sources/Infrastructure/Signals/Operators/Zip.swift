extension Signal {
    /// The first values of both signals, then the second ones, and so on.
    ///
    /// ```
    /// self       --1--2--------3--|
    /// other      -----a--b--|
    /// zip(with:) -----1a-2b-|
    /// ```
    ///
    /// Completes as soon as no pair can come any more; fails when one does. Values that wait for
    /// their partner are queued without a bound.
    @inlinable
    public func zip<Other>(
        with other: Signal<Other, Failure>
    ) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(above: lineage.joined(other.lineage)) { sink in
            let join = Join(sink, count: 2)
            let left = ZipLane<Value>()
            let right = ZipLane<Other>()
            let isDry = { left.isDry || right.isDry }
            let arrived = {
                if left.waiting.isEmpty || right.waiting.isEmpty { return }
                let pair = (left.take(), right.take())
                if isDry() { sink.finish(.completed, behind: pair) } else { sink.forward(pair) }
            }
            join.attach([
                join.upstream(self, to: left, isDry: isDry, arrived: arrived),
                join.upstream(other, to: right, isDry: isDry, arrived: arrived),
            ])
        }
    }

    /// The first values of all signals, then the second ones, and so on.
    ///
    /// Completes as soon as no tuple can come any more; fails when one does.
    @inlinable
    public static func zip<each Element>(
        _ signals: repeat Signal<each Element, Failure>
    ) -> Signal<(repeat each Element), Failure> where Value == (repeat each Element) {
        var lineage = Lineage()
        for other in repeat (each signals).lineage { lineage = lineage.joined(other) }
        return Signal(above: lineage) { sink in
            let lanes = (repeat ZipLane<each Element>())
            var count = 0
            for _ in repeat each lanes { count += 1 }
            let join = Join(sink, count: count)
            let isDry = {
                for lane in repeat each lanes { if lane.isDry { return true } }
                return false
            }
            let arrived = {
                for lane in repeat each lanes { if lane.waiting.isEmpty { return } }
                let values = (repeat (each lanes).take())
                if isDry() { sink.finish(.completed, behind: values) } else { sink.forward(values) }
            }
            var upstreams: [() -> Void] = []
            repeat upstreams.append(
                join.upstream(each signals, to: each lanes, isDry: isDry, arrived: arrived))
            join.attach(upstreams)
        }
    }
}

/// The values of one source that wait for their partners.
@usableFromInline
final class ZipLane<Value> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var waiting = Fifo<Value>()
    @exclusivity(unchecked) @usableFromInline var isDone = false

    @inlinable
    init() {}

    /// Whether no value will ever come out again.
    @inlinable
    var isDry: Bool { isDone && waiting.isEmpty }

    /// The oldest value; asked for when all lanes have one.
    @inlinable
    func take() -> Value {
        guard let value = waiting.popFirst() else {
            preconditionFailure("asked for a value before there was one")
        }
        return value
    }
}

extension Join {
    /// The subscription to one of the upstreams, whose values are queued in `lane`.
    @inlinable
    func upstream<Value>(
        _ signal: Signal<Value, Failure>, to lane: ZipLane<Value>,
        isDry: @escaping () -> Bool, arrived: @escaping () -> Void
    ) -> () -> Void {
        {
            signal.begin(
                self.branch { value in
                    lane.waiting.append(value)
                    arrived()
                } isEmpty: {
                    lane.isDone = true
                    return isDry()
                })
        }
    }
}
