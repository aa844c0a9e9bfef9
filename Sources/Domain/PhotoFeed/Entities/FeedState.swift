/// The state of a library in its feed's history.
public enum FeedState: Hashable, Sendable {
    /// Nothing has been listed yet.
    case empty
    /// A listing of the source is in progress.
    ///
    /// It continues from `cursor`, or starts from the beginning if that is `nil`.
    case listing(FeedSource, cursor: FeedCursor?)
    /// The library mirrors the source as of `cursor`.
    case following(FeedSource, cursor: FeedCursor)

    /// The source; `nil` if nothing has been listed yet.
    var source: FeedSource? {
        switch self {
        case .empty: nil
        case .listing(let source, _), .following(let source, _): source
        }
    }
}
