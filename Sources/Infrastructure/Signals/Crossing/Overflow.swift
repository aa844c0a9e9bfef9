/// What a bounded hop between schedulers does with a value for which there is no room.
public struct Overflow<Value, Failure: Error>: Sendable {
    @usableFromInline
    enum Kind: Sendable {
        case wait
        case dropOldest
        case dropNewest
        case latest(by: @Sendable (Value) -> AnyHashable)
        case fail(Failure)
    }

    @usableFromInline let kind: Kind

    @usableFromInline
    var key: (@Sendable (Value) -> AnyHashable)? {
        if case .latest(let key) = kind { key } else { nil }
    }

    @usableFromInline
    var isWaiting: Bool { if case .wait = kind { true } else { false } }

    /// The home scheduler's thread waits for room: back pressure on the producer.
    ///
    /// Refused on the main scheduler. Where the two schedulers would wait for each other for ever, as when each sends to the other
    /// and both hops are full, the hop's capacity is doubled instead, and the cycle is logged and told to the watchdog.
    public static var wait: Overflow { Overflow(kind: .wait) }
    /// The value that has waited longest is dropped.
    public static var dropOldest: Overflow { Overflow(kind: .dropOldest) }
    /// The value is dropped.
    public static var dropNewest: Overflow { Overflow(kind: .dropNewest) }
    /// The signal fails with `error`, behind the values that wait.
    public static func fail(_ error: Failure) -> Overflow { Overflow(kind: .fail(error)) }

    /// Of several values with one key only the latest waits, full or not; when all keys differ and
    /// there is no room, the value that has waited longest is dropped.
    ///
    /// `key`, and what its result needs to be hashed and compared, run on the home scheduler and under
    /// no lock.
    public static func latest<Key: Hashable & Sendable>(
        by key: @escaping @Sendable (Value) -> Key
    ) -> Overflow {
        Overflow(kind: .latest { AnyHashable(key($0)) })
    }
}
