extension Signal {
    /// Sends the elements of a sequence and completes; stops when the subscription is over.
    ///
    /// ```
    /// sequence([1, 2, 3])   123|
    /// ```
    @inlinable
    public static func sequence<Elements: Sequence>(
        _ elements: Elements
    ) -> Signal where Elements.Element == Value {
        Signal(above: nil) { sink in
            if sink.lifetime.state == .deep { return sink.finishDeep(behind: elements) }
            for element in elements {
                if !sink.isLive { return }
                sink.onValue(element)
            }
            sink.finish(.completed)
        }
    }
}

extension Sink {
    /// Passes on the elements and completes, in a long chain.
    @usableFromInline
    func finishDeep(behind elements: some Sequence<Value>) {
        var rest = elements.makeIterator()
        finish(.completed, behind: { rest.next() })
    }
}
