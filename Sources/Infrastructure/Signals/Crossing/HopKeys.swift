/// The place of the latest value of each key in a hop; used on the home scheduler.
///
/// The code that makes, hashes and compares a key belongs to the user, so it must not run under the
/// hop's lock. Therefore the places are kept here, and the queue reports for each whether its value
/// still waits.
@usableFromInline
final class HopKeys<Value>: @unchecked Sendable {  // reason: used on the home scheduler only
    private let keyOf: @Sendable (Value) -> AnyHashable
    private let capacity: Int
    private var places: [AnyHashable: HopPlace] = [:]
    private var batch = 0

    @usableFromInline
    init(capacity: Int, _ keyOf: @escaping @Sendable (Value) -> AnyHashable) {
        self.capacity = capacity
        self.keyOf = keyOf
    }

    @usableFromInline
    func key(of value: Value) -> AnyHashable { keyOf(value) }

    @usableFromInline
    func place(of key: AnyHashable) -> HopPlace? {
        withPlaces { $0[key] }
    }

    /// Records the place of a key's latest value, and removes outdated places.
    @usableFromInline
    func note(_ place: HopPlace, of key: AnyHashable) {
        withPlaces { places in
            if place.batch != batch { places.removeAll(keepingCapacity: true) }
            batch = place.batch
            places[key] = place
            guard places.count / 2 >= capacity else { return }
            places = places.filter { $0.value.number > place.number - capacity }
        }
    }

    /// Calls `body` with the places, which are taken out during the call.
    ///
    /// If the `==` of a key sends into the hop, it finds no places instead of those in use.
    private func withPlaces<Result>(
        _ body: (inout [AnyHashable: HopPlace]) -> Result
    ) -> Result {
        var taken: [AnyHashable: HopPlace] = [:]
        swap(&taken, &places)
        defer { swap(&taken, &places) }
        return body(&taken)
    }
}
