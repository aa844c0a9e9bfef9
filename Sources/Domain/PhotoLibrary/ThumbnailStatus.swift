import PhotoFeed

/// The status of a thumbnail in its row; the raw values are stored in the database.
enum ThumbnailStatus: Int64 {
    case pending = 0
    case stored = 1
    case failedForNow = 2
    case failedForRevision = 3
    /// The server makes no thumbnails of this format, so none is requested.
    case none = 4

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
