/// A photo or video of a merged feed, with the libraries that contain it.
public struct MergedItem: Hashable, Sendable {
    /// The description in the first of the libraries.
    public let item: FeedItem
    /// The positions of the libraries in the list of the feed, ascending; at least one.
    public let libraries: [Int]

    /// Creates an item that is in `libraries`.
    public init(_ item: FeedItem, in libraries: [Int]) {
        precondition(!libraries.isEmpty, "an item of a merged feed is in a library")
        self.item = item
        self.libraries = libraries
    }
}
