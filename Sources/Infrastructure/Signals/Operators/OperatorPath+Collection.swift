extension OperatorPath {
    /// Creates the operator path of an operator with these upstreams.
    ///
    /// Cost: linear in their number.
    @inlinable
    init<Value, Failure>(above signals: [Signal<Value, Failure>]) {
        self.init()
        for signal in signals {
            places = Place.joining(places, signal.operatorPath.places)
        }
    }
}
