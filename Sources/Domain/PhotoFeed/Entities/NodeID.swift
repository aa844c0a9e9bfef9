import TextFormats

/// A server's stable identifier of a file or folder; it survives renaming and moving.
///
/// It is untrusted data: compare it, store it, hash it, but never make a path of it. A server may
/// use paths as identifiers, so two are equal only if their bytes are equal.
public struct NodeID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as the server wrote it.
    public let rawValue: String

    /// Creates the identifier `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier as the server wrote it.
    public var description: String { rawValue }

    /// Equality of the bytes in UTF-8.
    public static func == (left: Self, right: Self) -> Bool {
        ByteEqualString(left.rawValue) == ByteEqualString(right.rawValue)
    }

    /// Difference of the bytes in UTF-8; the standard library would compare the raw values.
    public static func != (left: Self, right: Self) -> Bool { !(left == right) }

    /// Feeds the bytes into `hasher`.
    public func hash(into hasher: inout Hasher) { ByteEqualString(rawValue).hash(into: &hasher) }
}
