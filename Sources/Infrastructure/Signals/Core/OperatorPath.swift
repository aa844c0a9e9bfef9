/// The path of operators upstream of a signal: their number, and their names.
@frozen
@usableFromInline
struct OperatorPath {
    /// The nearest named places above, a bounded number of them.
    @usableFromInline var places: [Place] = []

    @inlinable
    init() {}

    /// Returns the operator path of an operator with this upstream and another one.
    @inlinable
    func joined(_ other: OperatorPath) -> OperatorPath {
        var joined = self
        if !other.places.isEmpty { joined.places = Place.joining(places, other.places) }
        return joined
    }
}
