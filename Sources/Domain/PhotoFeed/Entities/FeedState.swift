/// What a library knows of its feed's history.
public enum FeedState: Hashable, Sendable {
    /// Nothing has been listed yet.
    case empty
    /// A listing of `folder` is under way and goes on from `cursor`; from its beginning when that is `nil`.
    case listing(folder: String, cursor: FeedCursor?)
    /// The library mirrors `folder` as of `cursor`.
    case following(folder: String, cursor: FeedCursor)
}
