/// A sequence of changes, and the cursor that follows them.
///
/// A `NodeFetcher` sends it, and `FeedWriter.apply` stores it with its cursor in one transaction. A
/// run that ends early therefore continues after the last page that is stored.
public struct FeedPage: Hashable, Sendable {
    /// The changes, in the order in which they apply; an empty page is normal.
    public let changes: [NodeChange]
    /// The position in the feed's history after this page.
    public let cursor: FeedCursor
    /// Whether more pages are available now.
    public let hasMore: Bool

    /// Creates a page with these changes.
    public init(changes: [NodeChange], cursor: FeedCursor, hasMore: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
    }

    /// Whether it takes several times the memory of the largest page that a provider usually sends.
    package var isLarge: Bool {
        var bytes = 0
        return changes.count > 20_000
            || changes.contains { change in
                bytes += change.pathKey.utf8.count
                return bytes > 4 << 20
            }
    }
}
