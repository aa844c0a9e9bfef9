extension Signal {
    /// Returns the same signal with a name and its place in the source code.
    ///
    /// With `SignalTracing.isOn`, a failure that reaches an observer is logged with the chain of
    /// the names above it. A value costs nothing more.
    public func name(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Signal {
        var operatorPath = operatorPath
        operatorPath.places = [Place(name, file, line, above: operatorPath.places)]
        return Signal(above: operatorPath) { sink in
            subscribe(sink)
        }
    }
}

extension Signal {
    /// The nearest named places above, each with the chain above it.
    ///
    /// If there are more than eight, the last element is the number of the others.
    public var namedPlaces: [String] { operatorPath.places.map(\.description) }
}
