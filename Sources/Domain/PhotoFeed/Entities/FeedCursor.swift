/// A position in a feed's history, issued by the server and opaque to all others.
public struct FeedCursor: RawRepresentable, Hashable, Sendable {
    /// The cursor as the server wrote it.
    public let rawValue: String

    /// Creates the cursor `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
}
