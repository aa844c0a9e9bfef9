/// A server's own, stable name for a file or folder; it survives renaming and moving.
///
/// It is data from a stranger: compare it, store it, hash it, but never make a path of it.
public struct NodeID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// The identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }
}
