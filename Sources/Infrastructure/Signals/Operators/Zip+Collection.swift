extension Signal {
    /// The first values of all signals in one array, then the second ones, and so on.
    ///
    /// ```
    /// first   --1--2--------3--|
    /// second  -----a--b--|
    /// zip     -----1a-2b-|
    /// ```
    ///
    /// The values have the order of the signals. Completes as soon as no array can come any more; fails when one signal does. No signals
    /// complete at once. Values that wait for their partners are queued without a bound. Cost: constant for each value.
    @inlinable
    public static func zip<Element>(
        _ signals: some Collection<Signal<Element, Failure>>
    ) -> Signal where Value == [Element] {
        let signals = Array(signals)
        return Signal(above: Lineage(above: signals)) { sink in
            if signals.isEmpty { return sink.finish(.completed) }
            let join = Join(sink, count: signals.count)
            let lanes = ZipLanes<Element>(count: signals.count)
            var rest = signals.indices.makeIterator()
            sink.run(all: {
                guard sink.isLive, let index = rest.next() else { return nil }
                return {
                    signals[index].begin(
                        join.branch { value in
                            lanes.append(value, at: index)
                            guard lanes.empty == 0 else { return }
                            let row = lanes.takeRow()
                            if lanes.dry > 0 {
                                sink.finish(.completed, behind: row)
                            } else {
                                sink.forward(row)
                            }
                        } isEmpty: {
                            lanes.close(index)
                            return lanes.dry > 0
                        })
                }
            })
        }
    }
}

/// The values of several sources that wait for their partners.
@usableFromInline
final class ZipLanes<Element> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let lanes: [ZipLane<Element>]
    /// How many lanes have no value.
    @exclusivity(unchecked) @usableFromInline var empty: Int
    /// How many of these will have none again.
    @exclusivity(unchecked) @usableFromInline var dry = 0

    @inlinable
    init(count: Int) {
        lanes = (0..<count).map { _ in ZipLane() }
        empty = count
    }

    @inlinable
    func append(_ value: Element, at index: Int) {
        if lanes[index].waiting.isEmpty { empty -= 1 }
        lanes[index].waiting.append(value)
    }

    /// The oldest value of each lane; asked for when no lane is empty.
    @inlinable
    func takeRow() -> [Element] {
        lanes.map { lane in
            let value = lane.take()
            if lane.waiting.isEmpty { empty += 1 }
            if lane.isDry { dry += 1 }
            return value
        }
    }

    /// Takes note that no more values come into a lane.
    @inlinable
    func close(_ index: Int) {
        lanes[index].isDone = true
        if lanes[index].isDry { dry += 1 }
    }
}
