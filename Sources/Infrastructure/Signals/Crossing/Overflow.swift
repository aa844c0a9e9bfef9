/// The overflow policy: what a full hop does with the next value.
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

    /// Blocks the home scheduler's thread until the hop has space: back-pressure on the producer.
    ///
    /// Rejected on the main scheduler. If the two schedulers would wait for each other forever, for
    /// example because each sends to the other and both hops are full, the hop's capacity is
    /// doubled instead. The cycle is logged and reported to the watchdog.
    public static var wait: Overflow { Overflow(kind: .wait) }
    /// Drops the value that has waited longest.
    public static var dropOldest: Overflow { Overflow(kind: .dropOldest) }
    /// Drops the new value.
    public static var dropNewest: Overflow { Overflow(kind: .dropNewest) }
    /// Fails the signal with `error`, after the waiting values.
    public static func fail(_ error: Failure) -> Overflow { Overflow(kind: .fail(error)) }

    /// Keeps only the latest of the waiting values with the same key, even below the capacity.
    ///
    /// When all keys differ and the hop is full, the value that has waited longest is dropped.
    ///
    /// `key`, and the hashing and comparison of its result, run on the home scheduler and under no
    /// lock.
    public static func latest<Key: Hashable & Sendable>(
        by key: @escaping @Sendable (Value) -> Key
    ) -> Overflow {
        Overflow(kind: .latest { AnyHashable(key($0)) })
    }
}
