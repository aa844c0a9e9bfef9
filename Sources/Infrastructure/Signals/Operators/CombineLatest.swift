extension Signal {
    /// The latest values of both signals, whenever one of them has a new one and both have any.
    ///
    /// ```
    /// self                 --1--------2-----|
    /// other                -----a--b-----c|
    /// combineLatest(with:) -----1a-1b-2b-2c-|
    /// ```
    ///
    /// Completes when both have, or when one completes without a value; fails when one does.
    @inlinable
    public func combineLatest<Other>(
        with other: Signal<Other, Failure>
    ) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(above: lineage.joined(other.lineage)) { sink in
            let join = Join(sink, count: 2)
            let left = Cell<Value?>(nil)
            let right = Cell<Other?>(nil)
            let first = join.branch { (value: Value) in
                let former = left.content
                left.content = value
                if let other = right.content { sink.forward((value, other), releasing: former) }
            } isEmpty: {
                left.content == nil
            }
            let second = join.branch { (other: Other) in
                let former = right.content
                right.content = other
                if let value = left.content { sink.forward((value, other), releasing: former) }
            } isEmpty: {
                right.content == nil
            }
            sink.run {
                begin(first)
            } then: {
                other.begin(second)
            }
        }
    }

    /// The latest values of all signals, whenever one of them has a new one and all have any.
    ///
    /// Completes when all have, or when one completes without a value; fails when one does.
    @inlinable
    public static func combineLatest<each Element>(
        _ signals: repeat Signal<each Element, Failure>
    ) -> Signal<(repeat each Element), Failure> where Value == (repeat each Element) {
        var lineage = Lineage()
        for other in repeat (each signals).lineage { lineage = lineage.joined(other) }
        return Signal(above: lineage) { sink in
            let cells = (repeat Latest<each Element>())
            var count = 0
            for _ in repeat each cells { count += 1 }
            let join = Join(sink, count: count)
            let missing = Cell(count)
            var upstreams: [() -> Void] = []
            repeat upstreams.append(
                join.upstream(each signals, to: each cells) { former in
                    if former == nil { missing.content -= 1 }
                    if missing.content == 0 {
                        sink.forward((repeat (each cells).value), releasing: former)
                    }
                })
            join.attach(upstreams)
        }
    }
}

/// The latest value of one source, once there is any.
@usableFromInline
final class Latest<Value> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) @usableFromInline var content: Value?

    @inlinable
    init() {}

    /// The value; asked for when all sources have one.
    @inlinable
    var value: Value {
        guard let content else { preconditionFailure("asked for a value before there was one") }
        return content
    }
}
