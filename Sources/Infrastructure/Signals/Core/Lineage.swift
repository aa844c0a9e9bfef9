/// What a signal knows of the operators above it.
@frozen
@usableFromInline
struct Lineage {
    /// How many operators lie above, so that releasing a long chain can be cut into pieces.
    @usableFromInline var height = 0
    /// The nearest places above that have been named, a bounded number of them.
    @usableFromInline var places: [Place] = []

    @inlinable
    init() {}

    /// The lineage of an operator with this upstream and another one.
    @inlinable
    func joined(_ other: Lineage) -> Lineage {
        var joined = self
        joined.height = max(height, other.height)
        if !other.places.isEmpty { joined.places = Place.joining(places, other.places) }
        return joined
    }
}
