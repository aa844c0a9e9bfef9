import PhotoFeed

/// The live photos of which a verification has found a file that is not good.
///
/// They are found by a pass over the feed, window by window, after the files were compared. So its
/// memory depends on the number of files that are not good, and not on that of the photos.
final class VerifiedLivePhotos {  // not @Schedulable: confined to the verification
    /// The files that are not good, by their identifiers.
    private let found: [NodeID: OriginalVerdict]
    private let reader: any FeedReader
    private let store: OriginalsStore
    /// The time since which a good file was compared in this run; `nil` if all files were.
    private let start: Int64?
    private var windows = PairWindows()
    private var query: FeedQuery? = FeedQuery(limit: 1_000)

    init(
        of found: [NodeID: OriginalVerdict], reader: any FeedReader, _ store: OriginalsStore,
        since start: Int64?
    ) {
        self.found = found
        self.reader = reader
        self.store = store
        self.start = start
    }

    /// Reads a window of the feed; returns its live photos, or `nil` after the last one.
    func next() throws(FeedError) -> [VerifyEvent]? {
        guard let present = query else { return nil }
        let window = try reader.window(present)
        query = window.next.map { present.continuing(after: $0) }
        let (items, pairs) = windows.add(window.items, isLast: window.next == nil)
        var events: [VerifyEvent] = []
        for item in items {
            guard let movie = pairs.movie(of: item.node.id) else { continue }
            let ids = [item.node.id, movie]
            guard ids.contains(where: { found[$0] != nil }),
                let still = try file(ids[0]), let movie = try file(ids[1])
            else { continue }
            events.append(.livePhoto(still: still, movie: movie))
        }
        return events
    }

    /// The file of a photo or video; `nil` if it is not one of the originals.
    private func file(_ id: NodeID) throws(FeedError) -> LivePhotoFile? {
        guard let row = try store.row(id), row.state == .done else { return nil }
        let isCompared = start.map { row.verified >= $0 } ?? true
        return LivePhotoFile(
            path: row.path, verdict: found[id] ?? (isCompared ? .good : nil))
    }
}
