package import PhotoFeed

extension SQLiteFeedWriter {
    /// Opens the library as `init(path:)` does, with a clock, and a length at which packs are full.
    package convenience init(
        at path: String, now: @escaping () -> FeedTime, packLimit: Int64
    ) throws(FeedError) {
        try self.init(path: path, now: now, packLimit: packLimit)
    }
}
