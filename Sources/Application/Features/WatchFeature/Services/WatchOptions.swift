import PhotoFeed

/// The options of the runs of a watch.
struct WatchOptions: Sendable {
    /// The photos that a run may remove.
    let removalLimit: RemovalLimit

    /// The options of a run over `source`; the library states the size of its thumbnails.
    func sync(_ source: FeedSource, _ credential: FeedCredential?) -> SyncOptions {
        SyncOptions(source: source, credential: credential, removalLimit: removalLimit)
    }
}
