extension Signal {
    /// Sends the latest values of both signals at each new value, once both have a value.
    ///
    /// ```
    /// self                 --1--------2-----|
    /// other                -----a--b-----c|
    /// combineLatest(with:) -----1a-1b-2b-2c-|
    /// ```
    ///
    /// The result completes when both signals have completed, or when one completes without a
    /// value; it fails when one fails.
    @inlinable
    public func combineLatest<Other>(
        with other: Signal<Other, Failure>
    ) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(above: operatorPath.joined(other.operatorPath)) { sink in
            let join = Join(sink, count: 2)
            let pair = LatestPair<Value, Other, Failure>(sink)
            let first = join.branch(pair.set(left:)) { pair.left == nil }
            let second = join.branch(pair.set(right:)) { pair.right == nil }
            begin(first)
            other.begin(second)
        }
    }

    /// Sends the latest values of all signals at each new value, once all have a value.
    ///
    /// The result completes when all signals have completed, or when one completes without a value;
    /// it fails when one fails.
    @inlinable
    public static func combineLatest<each Element>(
        _ signals: repeat Signal<each Element, Failure>
    ) -> Signal<(repeat each Element), Failure> where Value == (repeat each Element) {
        var operatorPath = OperatorPath()
        for other in repeat (each signals).operatorPath {
            operatorPath = operatorPath.joined(other)
        }
        return Signal(above: operatorPath) { sink in
            let cells = (repeat Latest<each Element>())
            var count = 0
            for _ in repeat each cells { count += 1 }
            let join = Join(sink, count: count)
            let missing = Cell(count)
            // A closure inside of the pack's repetition crashes in release builds of Swift 6.3.
            let values = { (repeat (each cells).value) }
            var upstreams: [() -> Void] = []
            repeat upstreams.append(
                join.upstream(each signals, to: each cells, missing: missing, values: values))
            join.attach(upstreams)
        }
    }
}

/// The latest values of two sources.
@usableFromInline
final class LatestPair<Left, Right, Failure: Error> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let sink: Sink<(Left, Right), Failure>
    @exclusivity(unchecked) @usableFromInline var left: Left?
    @exclusivity(unchecked) @usableFromInline var right: Right?

    @inlinable
    init(_ sink: Sink<(Left, Right), Failure>) { self.sink = sink }

    @inlinable
    func set(left value: Left) {
        let former = left
        left = value
        if let right { sink.send((value, right)) }
        withExtendedLifetime(former) {}
    }

    @inlinable
    func set(right value: Right) {
        let former = right
        right = value
        if let left { sink.send((left, value)) }
        withExtendedLifetime(former) {}
    }
}
