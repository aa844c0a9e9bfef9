/// Where a feed is read from.
public enum FeedStart: Hashable, Sendable {
    /// From an empty state: everything in `folder` and below it. The empty path is the whole account.
    case beginning(folder: String)
    /// From the state that `cursor` stands for.
    case cursor(FeedCursor)
}
