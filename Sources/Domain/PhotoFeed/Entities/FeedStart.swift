/// The position from which a feed is read.
public enum FeedStart: Hashable, Sendable {
    /// From an empty state: everything in `folder` and below it.
    ///
    /// The empty path is the whole account.
    case beginning(folder: String)
    /// From the state at `cursor`.
    case cursor(FeedCursor)
}
