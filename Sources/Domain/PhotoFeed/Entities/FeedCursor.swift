/// A position in a feed's history, issued by the server and opaque to all others.
///
/// A library stores it together with the page before it, and passes it to the next run. Only the
/// services of the provider interpret it.
public struct FeedCursor: RawRepresentable, Hashable, Sendable {
    /// The cursor as the server wrote it.
    public let rawValue: String

    /// Creates the cursor `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }
}
