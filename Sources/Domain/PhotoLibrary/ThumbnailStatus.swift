import PhotoFeed

/// What a row says of its thumbnail; the numbers are the database's.
enum ThumbnailStatus: Int64 {
    case wanted = 0
    case stored = 1
    case failedForNow = 2
    case failedForRevision = 3
    /// The server makes none of this format, and is not asked.
    case none = 4

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
