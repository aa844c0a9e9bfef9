/// A server's stable identifier of a file or folder; it survives renaming and moving.
///
/// It is untrusted data: compare it, store it, hash it, but never make a path of it.
public struct NodeID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }
}
