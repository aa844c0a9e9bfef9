import PhotoFeed

/// The last part of a run: the files of live photos get equal names.
///
/// Which files belong together is known for certain only when their content identifiers were read.
/// So names that were chosen by the times of the server are corrected. A run that was killed before
/// leaves this to the plan of the next one.
struct PairNaming {
    /// The number of live photos after which other work has its turn.
    private static let part = 64

    /// The still picture and the movie of each live photo.
    private var pairs: ArraySlice<[NodeID]>
    /// The files that were not in place before the run.
    private let placed: Set<NodeID>

    /// Finds the live photos to which files belong.
    ///
    /// - Parameters:
    ///   - placed: the files that the run has put in place.
    ///   - read: those of earlier runs whose facts the run has read.
    init(of placed: [NodeID], and read: [NodeID], in reader: any FeedReader) throws(FeedError) {
        self.placed = Set(placed)
        pairs = []
        guard !placed.isEmpty || !read.isEmpty else { return }
        let found = try reader.livePairs()
        var stills: Set<NodeID> = []
        for id in placed + read {
            let still = found.still(of: id) ?? id
            guard let movie = found.movie(of: still), stills.insert(still).inserted else {
                continue
            }
            pairs.append([still, movie])
        }
    }

    /// Renames the files of the next live photos; `nil` after the last one.
    ///
    /// - Returns: the number of renamed files that were in place before the run.
    mutating func next(in plan: inout OriginalsPlan) throws(FeedError) -> Int? {
        guard !pairs.isEmpty else { return nil }
        for pair in pairs.prefix(Self.part) { try plan.namePair(pair) }
        pairs = pairs.dropFirst(Self.part)
        return try plan.settle().count { !placed.contains(NodeID(rawValue: $0.id)) }
    }
}

extension FeedReader {
    /// Finds the live photos of a library; a reader that cannot be scanned has none.
    func livePairs() throws(FeedError) -> LivePairs {
        guard let library = self as? any FeedScanning else { return LivePairs(of: []) }
        return try LivePairs(of: library)
    }
}
