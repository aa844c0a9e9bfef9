extension Signal {
    /// Sends the first values of all signals in one array, then the second values, and so on.
    ///
    /// ```
    /// first   --1--2--------3--|
    /// second  -----a--b--|
    /// zip     -----1a-2b-|
    /// ```
    ///
    /// The values have the order of the signals. The result completes as soon as no further array
    /// can be formed; it fails when one signal fails. Without any signals, it completes at once.
    /// Values that wait for the other signals are queued without a limit. Cost: constant for each
    /// value.
    @inlinable
    public static func zip<Element>(
        _ signals: some Collection<Signal<Element, Failure>>
    ) -> Signal where Value == [Element] {
        let signals = Array(signals)
        return Signal(above: OperatorPath(above: signals)) { sink in
            if signals.isEmpty { return sink.end(.completed) }
            let join = Join(sink, count: signals.count)
            let buffers = ZipBuffers<Element>(count: signals.count)
            for (index, signal) in signals.enumerated() {
                signal.begin(
                    join.branch { value in
                        buffers.append(value, at: index)
                        guard buffers.empty == 0 else { return }
                        let row = buffers.takeRow()
                        let isLast = buffers.dry > 0
                        sink.send(row)
                        if isLast { sink.end(.completed) }
                    } isEmpty: {
                        buffers.close(index)
                        return buffers.dry > 0
                    })
            }
        }
    }
}

/// The values of several sources that wait for those of the other sources.
@usableFromInline
final class ZipBuffers<Element> {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @usableFromInline let buffers: [ZipBuffer<Element>]
    /// The number of buffers without a value.
    @exclusivity(unchecked) @usableFromInline var empty: Int
    /// The number of empty buffers whose source has ended.
    @exclusivity(unchecked) @usableFromInline var dry = 0

    @inlinable
    init(count: Int) {
        buffers = (0..<count).map { _ in ZipBuffer() }
        empty = count
    }

    @inlinable
    func append(_ value: Element, at index: Int) {
        if buffers[index].waiting.isEmpty { empty -= 1 }
        buffers[index].waiting.append(value)
    }

    /// Removes and returns the oldest value of each buffer; called only when no buffer is empty.
    @inlinable
    func takeRow() -> [Element] {
        buffers.map { buffer in
            let value = buffer.take()
            if buffer.waiting.isEmpty { empty += 1 }
            if buffer.isDry { dry += 1 }
            return value
        }
    }

    /// Records that the source of a buffer has ended.
    @inlinable
    func close(_ index: Int) {
        buffers[index].isDone = true
        if buffers[index].isDry { dry += 1 }
    }
}
