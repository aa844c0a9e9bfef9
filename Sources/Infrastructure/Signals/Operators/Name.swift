extension Signal {
    /// The same signal, which carries a name and the place where it was written.
    ///
    /// With `SignalTracing.isOn`, a failure that reaches an observer is logged with the chain of the
    /// names above it. Costs nothing for a value.
    public func name(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Signal {
        var lineage = lineage
        lineage.places = [Place(name, file, line, above: lineage.places)]
        return Signal(above: lineage) { sink in
            subscribe(sink.lift(sink.onValue))
        }
    }
}

extension Signal {
    /// The nearest named places above, each with the chain above it; beyond eight only their number.
    public var namedPlaces: [String] { lineage.places.map(\.description) }
}
