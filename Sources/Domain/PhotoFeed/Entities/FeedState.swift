/// What a library knows of its feed's history.
public enum FeedState: Hashable, Sendable {
    /// Nothing has been listed yet.
    case empty
    /// A listing of the source is under way and goes on from `cursor`; from its beginning when that is `nil`.
    case listing(FeedSource, cursor: FeedCursor?)
    /// The library mirrors the source as of `cursor`.
    case following(FeedSource, cursor: FeedCursor)

    /// The source; `nil` where nothing has been listed yet.
    var source: FeedSource? {
        switch self {
        case .empty: nil
        case .listing(let source, _), .following(let source, _): source
        }
    }
}
