import PhotoFeed

/// The live photos of which a verification has found a file that is not good.
///
/// They are found in the library after the files were compared, if one is not good.
final class VerifiedLivePhotos {  // not @Schedulable: confined to the verification
    /// The number of live photos of one call.
    private static let part = 64

    /// The files that are not good, by their identifiers.
    private let found: [NodeID: OriginalVerdict]
    private let store: OriginalsStore
    /// The time since which a good file was compared in this run; `nil` if all files were.
    private let start: Int64?
    /// The still picture and the movie of each live photo, in the order of the identifiers.
    private var pairs: ArraySlice<(still: NodeID, movie: NodeID)>

    init(
        of found: [NodeID: OriginalVerdict], reader: any FeedReader, _ store: OriginalsStore,
        since start: Int64?
    ) throws(FeedError) {
        self.found = found
        self.store = store
        self.start = start
        let known = try reader.livePairs()
        let stills = Set(found.keys.map { known.still(of: $0) ?? $0 })
        pairs = ArraySlice(
            stills.sorted { $0.rawValue < $1.rawValue }.compactMap { still in
                known.movie(of: still).map { (still, $0) }
            })
    }

    /// Reads the next live photos; `nil` after the last one.
    func next() throws(FeedError) -> [VerifyEvent]? {
        guard !pairs.isEmpty else { return nil }
        let part = pairs.prefix(Self.part)
        pairs = pairs.dropFirst(Self.part)
        var events: [VerifyEvent] = []
        for (still, movie) in part {
            guard let still = try file(still), let movie = try file(movie) else { continue }
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
