/// A server's stable identifier of an account.
///
/// It comes from the server: compare it, store it, and escape it before it is written to a
/// terminal.
public struct FeedAccount: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }
}
