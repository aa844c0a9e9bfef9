/// A place in a feed's history, opaque to everybody but the server that gave it out.
public struct FeedCursor: RawRepresentable, Hashable, Sendable {
    /// The cursor as the server wrote it.
    public let rawValue: String

    /// The cursor `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
}
