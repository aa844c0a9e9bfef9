/// Where the latest value of each key waits in a hop; used on the home scheduler.
///
/// A key is its user's code: what makes it, hashes it and compares it must not run under the hop's lock.
/// So the places are kept here, and the queue tells of each whether its value waits still.
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

    /// Takes note of where the latest value of a key waits, and forgets those that do not any more.
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

    /// A key's `==` that sends into the hop itself finds no places, instead of those that are in use.
    private func withPlaces<Result>(
        _ body: (inout [AnyHashable: HopPlace]) -> Result
    ) -> Result {
        var taken: [AnyHashable: HopPlace] = [:]
        swap(&taken, &places)
        defer { swap(&taken, &places) }
        return body(&taken)
    }
}
