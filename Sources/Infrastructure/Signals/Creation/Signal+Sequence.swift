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
            for element in elements {
                if !sink.isLive { return }
                sink.onValue(element)
            }
            sink.end(.completed)
        }
    }
}
