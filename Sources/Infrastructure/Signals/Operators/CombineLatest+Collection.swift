extension Signal {
    /// Sends the latest values of all signals at each new value, once all have a value.
    ///
    /// The values are in one array, in the order of the signals.
    ///
    /// ```
    /// first          --1--------2-----|
    /// second         -----a--b-----c|
    /// combineLatest  -----1a-1b-2b-2c-|
    /// ```
    ///
    /// ```swift
    /// let states: Signal<[Bool], Never> = .combineLatest(jobs.map(\.isExecuting.signal))
    /// ```
    ///
    /// The result completes when all signals have completed, or when one completes without a value;
    /// it fails when one fails. Without any signals, it sends one empty array and completes.
    ///
    /// Cost of a value: constant, plus a copy of the array if a receiver still keeps the former
    /// one.
    @inlinable
    public static func combineLatest<Element>(
        _ signals: some Collection<Signal<Element, Failure>>
    ) -> Signal where Value == [Element] {
        let signals = Array(signals)
        return Signal(above: OperatorPath(above: signals)) { sink in
            if signals.isEmpty {
                sink.send([])
                return sink.end(.completed)
            }
            let join = Join(sink, count: signals.count)
            let latest = LatestValues<Element>(count: signals.count)
            for (index, signal) in signals.enumerated() {
                signal.begin(
                    join.branch { value in
                        let former = latest.update(index, value)
                        if latest.missing == 0 {
                            sink.send(latest.values)
                            withExtendedLifetime(former) {}
                        }
                    } isEmpty: {
                        !latest.hasValue(index)
                    })
            }
        }
    }
}

/// The latest values of several sources.
@usableFromInline
final class LatestValues<Element> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    /// The number of sources without a value.
    @exclusivity(unchecked) @usableFromInline var missing: Int
    /// The values while at least one is missing.
    @exclusivity(unchecked) @usableFromInline var partial: [Element?]
    /// The values when none is missing.
    @exclusivity(unchecked) @usableFromInline var values: [Element] = []

    @inlinable
    init(count: Int) {
        missing = count
        partial = Array(repeating: nil, count: count)
    }

    @inlinable
    func hasValue(_ index: Int) -> Bool { missing == 0 || partial[index] != nil }

    /// Sets a value, and returns the former one.
    @inlinable
    func update(_ index: Int, _ value: Element) -> Element? {
        if missing == 0 {
            let former = values[index]
            values[index] = value
            return former
        }
        let former = partial[index]
        partial[index] = value
        if former == nil { missing -= 1 }
        if missing == 0 {
            values = partial.compactMap { $0 }
            partial = []
        }
        return former
    }
}
