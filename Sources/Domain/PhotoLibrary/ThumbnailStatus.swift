import PhotoFeed

/// What a row says of its thumbnail; the numbers are the database's.
enum ThumbnailStatus: Int64 {
    case wanted = 0
    case stored = 1
    case failedForNow = 2
    case failedForRevision = 3
    /// The server makes none of this format, and is not asked.
    case none = 4

    /// How long a run waits before it asks again for a thumbnail on which the server failed `attempts` times in a row.
    ///
    /// The next run tries once more. After that the waits grow, so that a photo on which the server always fails does not
    /// slow every run down.
    static func delay(after attempts: Int64) -> Int64 {
        guard attempts > 1 else { return 0 }
        return min(longestDelay, 900 << min(2 * (attempts - 2), 40))
    }

    /// A week, in seconds; a time further ahead comes from a clock that was wrong.
    static let longestDelay: Int64 = 7 * 86_400

    /// What a new node begins with.
    static func initial(for node: MediaNode) -> ThumbnailStatus {
        MediaFormats.hasThumbnail(node.name) ? .wanted : .none
    }

    /// The status that `number` stands for.
    init(_ number: Int64) throws(FeedError) {
        guard let status = ThumbnailStatus(rawValue: number) else {
            throw FeedError(
                .libraryDamaged, "the library is damaged: no thumbnail is in state \(number)")
        }
        self = status
    }
}
