extension Lineage {
    /// Creates the lineage of an operator with these upstreams.
    ///
    /// Cost: linear in their number.
    @inlinable
    init<Value, Failure>(above signals: [Signal<Value, Failure>]) {
        self.init()
        for signal in signals {
            height = max(height, signal.lineage.height)
            places = Place.joining(places, signal.lineage.places)
        }
    }
}
