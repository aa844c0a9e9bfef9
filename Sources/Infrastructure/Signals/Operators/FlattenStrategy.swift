/// What becomes of the signals that a signal sends.
public struct FlattenStrategy: Hashable, Sendable {
    @usableFromInline
    enum Kind: Hashable, Sendable {
        case concurrent(limit: Int)
        case latest
        case first
    }

    @usableFromInline let kind: Kind

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }

    /// One after the other, in order; those that must wait are queued without a bound.
    public static let concat = FlattenStrategy(.concurrent(limit: 1))
    /// All at once, their values as they come.
    public static let merge = FlattenStrategy(.concurrent(limit: .max))
    /// The latest; its predecessor is disposed of.
    public static let latest = FlattenStrategy(.latest)
    /// The first; those that come while it runs are dropped.
    public static let first = FlattenStrategy(.first)

    /// As many as `limit` at once, started in order; those that must wait are queued.
    public static func concurrent(limit: Int) -> FlattenStrategy {
        precondition(limit > 0, "at least one inner signal must be able to run")
        return FlattenStrategy(.concurrent(limit: limit))
    }
}
