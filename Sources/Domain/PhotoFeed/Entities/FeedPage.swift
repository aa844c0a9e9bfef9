/// A run of changes, and the cursor that stands behind them.
public struct FeedPage: Hashable, Sendable {
    /// The changes, in the order in which they apply; an empty page is normal.
    public let changes: [NodeChange]
    /// Where the feed goes on after this page.
    public let cursor: FeedCursor
    /// Whether more pages are ready now.
    public let hasMore: Bool

    /// A page with these changes.
    public init(changes: [NodeChange], cursor: FeedCursor, hasMore: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
    }

    /// Whether it takes a multiple of the memory of the largest page that Dropbox is known to send.
    package var isLarge: Bool {
        var bytes = 0
        return changes.count > 20_000
            || changes.contains { change in
                bytes += change.pathLower.utf8.count
                return bytes > 4 << 20
            }
    }
}
