import PhotoFeed

/// The status of a thumbnail in its row; the raw values are stored in the database.
enum ThumbnailStatus: Int64 {
    case pending = 0
    case stored = 1
    case failedForNow = 2
    case failedForRevision = 3
    /// The server makes no thumbnails of this format, so none is requested.
    case none = 4

    /// Returns the wait in seconds before another request after `attempts` successive failures.
    ///
    /// After the first failure, the next run tries again. After that the waits grow, so that a
    /// photo that always fails does not slow down every run.
    static func delay(after attempts: Int64) -> Int64 {
        guard attempts > 1 else { return 0 }
        return min(longestDelay, 900 << min(2 * (attempts - 2), 40))
    }

    /// One week, in seconds; a time further ahead was stored while the clock was wrong.
    static let longestDelay: Int64 = 7 * 86_400

    /// Returns the status of a new node.
    static func initial(for node: MediaNode) -> ThumbnailStatus {
        node.hasThumbnailFormat ? .pending : .none
    }

    /// Creates the status with the raw value `number`.
    ///
    /// - Throws: `.libraryDamaged` for an unknown value.
    init(_ number: Int64) throws(FeedError) {
        guard let status = ThumbnailStatus(rawValue: number) else {
            throw FeedError(
                .libraryDamaged, "the library is damaged: unknown thumbnail state \(number)")
        }
        self = status
    }
}
