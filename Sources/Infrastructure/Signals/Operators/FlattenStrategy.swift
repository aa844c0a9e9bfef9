/// The way in which `flatMap` joins the signals that a signal sends.
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

    /// Runs the signals one after the other, in order; waiting ones are queued without a limit.
    public static let concat = FlattenStrategy(.concurrent(limit: 1))
    /// Runs all signals at once, and passes their values on as they arrive.
    public static let merge = FlattenStrategy(.concurrent(limit: .max))
    /// Runs the latest signal; the former one is disposed of.
    public static let latest = FlattenStrategy(.latest)
    /// Runs the first signal; signals that arrive during its run are dropped.
    public static let first = FlattenStrategy(.first)

    /// Runs up to `limit` signals at once, started in order; waiting ones are queued.
    public static func concurrent(limit: Int) -> FlattenStrategy {
        precondition(limit > 0, "the limit of inner signals must be at least 1")
        return FlattenStrategy(.concurrent(limit: limit))
    }
}
