/// The position of the latest value of each key in a hop; used on the home scheduler.
///
/// The code that makes, hashes and compares a key belongs to the user, so it must not run under the
/// hop's lock. Therefore the positions are kept here, and the queue reports for each whether its
/// value still waits.
@usableFromInline
final class HopKeys<Value>: @unchecked Sendable {  // reason: used on the home scheduler only
    private let keyOf: @Sendable (Value) -> AnyHashable
    private let capacity: Int
    private var positions: [AnyHashable: HopPosition] = [:]
    private var batch = 0

    @usableFromInline
    init(capacity: Int, _ keyOf: @escaping @Sendable (Value) -> AnyHashable) {
        self.capacity = capacity
        self.keyOf = keyOf
    }

    @usableFromInline
    func key(of value: Value) -> AnyHashable { keyOf(value) }

    @usableFromInline
    func position(of key: AnyHashable) -> HopPosition? {
        withPositions { $0[key] }
    }

    /// Records the position of a key's latest value, and removes outdated positions.
    @usableFromInline
    func note(_ position: HopPosition, of key: AnyHashable) {
        withPositions { positions in
            if position.batch != batch { positions.removeAll(keepingCapacity: true) }
            batch = position.batch
            positions[key] = position
            guard positions.count / 2 >= capacity else { return }
            positions = positions.filter { $0.value.number > position.number - capacity }
        }
    }

    /// Calls `body` with the positions, which are taken out during the call.
    ///
    /// If the `==` of a key sends into the hop, it finds no positions instead of those in use.
    private func withPositions<Result>(
        _ body: (inout [AnyHashable: HopPosition]) -> Result
    ) -> Result {
        var taken: [AnyHashable: HopPosition] = [:]
        swap(&taken, &positions)
        defer { swap(&taken, &positions) }
        return body(&taken)
    }
}
