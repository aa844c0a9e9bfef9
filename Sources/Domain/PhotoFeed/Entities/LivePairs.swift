/// The pairs of a still picture and a movie that a camera has taken together.
///
/// ```swift
/// let pairs = LivePairs(of: nodes)
/// for node in nodes where !pairs.isMovie(node.id) { show(node, movie: pairs.movie(of: node.id)) }
/// ```
///
/// Two files are a pair if the camera has given the same identifier to both. Files without
/// identifiers are one if they have the same folder, names that differ only in the extension, and
/// dates within three seconds: a name alone occurs again after ten thousand pictures. Each file is
/// in one pair at most. Where several fit, the order of preference is: the same folder and name,
/// the nearest dates, the paths. So the result does not depend on the order of the files.
public struct LivePairs: Hashable, Sendable {
    /// The largest difference of the dates of a pair without identifiers, in seconds.
    public static let dateTolerance: Int64 = 3

    private var movies: [NodeID: NodeID] = [:]
    private var stills: [NodeID: NodeID] = [:]

    /// Finds the pairs among photos and videos.
    public init(of nodes: some Sequence<MediaNode>) { self.init(nodes.map(File.init)) }

    /// Finds the pairs of a library, however far apart their dates are.
    ///
    /// It scans the library twice. Videos, and photos with the name or the identifier of a video,
    /// are kept meanwhile: at most 120 MB for 100,000 live photos.
    package init(of library: any FeedScanning) throws(FeedError) {
        var keys: Set<UInt64> = []
        try library.scanAll { item in
            guard item.kind == .video else { return }
            keys.insert(Self.key(ofPath: File.path(of: item)))
            if item.identifier != 0 { keys.insert(item.identifier) }
        }
        var files: [File] = []
        if !keys.isEmpty {
            try library.scanAll { item in
                let isCandidate =
                    item.kind == .video || keys.contains(item.identifier)
                    || keys.contains(Self.key(ofPath: File.path(of: item)))
                if isCandidate { files.append(File(item)) }
            }
        }
        self.init(files)
    }

    private init(_ files: [File]) {
        join(files.filter { $0.identifier != 0 }, \.identifier) { _, _ in true }
        let rest = files.filter { movies[$0.id] == nil && stills[$0.id] == nil }
        join(rest, \.name) { still, movie in
            // Different identifiers are those of different pairs.
            (still.identifier == 0 || movie.identifier == 0) && still.isNear(movie)
        }
    }

    /// The number of pairs.
    public var count: Int { movies.count }

    /// Returns the movie of a still picture.
    public func movie(of still: NodeID) -> NodeID? { movies[still] }

    /// Returns the still picture of a movie.
    public func still(of movie: NodeID) -> NodeID? { stills[movie] }

    /// Whether a file is the movie of a pair, which a feed shows with its still picture.
    public func isMovie(_ id: NodeID) -> Bool { stills[id] != nil }

    /// Returns the other file of the pair of a file.
    package func partner(of id: NodeID) -> NodeID? { movies[id] ?? stills[id] }

    /// The key of a path without its extension and its case.
    ///
    /// Bytes are compared, since servers distinguish the forms of Unicode.
    private static func key(ofPath path: String) -> UInt64 {
        let path = path.lowercased().utf8
        let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let dot = path[slash...].lastIndex(of: UInt8(ascii: "."))
        return ScannedItem.key(ofIdentifier: path[..<(dot ?? path.endIndex)])
    }

    /// Joins the files with equal keys for which a rule holds.
    private mutating func join(
        _ files: [File], _ key: (File) -> UInt64, by rule: (File, File) -> Bool
    ) {
        // A dictionary of the groups would need as much memory as the files.
        let sorted = files.sorted { key($0) < key($1) }
        var rest = sorted[...]
        while let first = rest.first {
            let group = rest.prefix { key($0) == key(first) }
            rest = rest[group.endIndex...]
            if group.count > 1 { join(group, by: rule) }
        }
    }

    private mutating func join(_ group: ArraySlice<File>, by rule: (File, File) -> Bool) {
        // A group that someone has made of thousands of copies costs no more than its limit.
        let ordered = group.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        let stills = ordered.filter { !$0.isMovie }.prefix(Self.groupLimit)
        let movies = ordered.filter(\.isMovie).prefix(Self.groupLimit)
        let candidates = stills.flatMap { still in
            movies.filter { rule(still, $0) }.map { Candidate(still: still, movie: $0) }
        }
        for candidate in candidates.sorted(by: { $0.precedes($1) }) {
            let (still, movie) = (candidate.still.id, candidate.movie.id)
            guard self.movies[still] == nil, self.stills[movie] == nil else { continue }
            self.movies[still] = movie
            self.stills[movie] = still
        }
    }

    private static let groupLimit = 64

    /// The properties of a file that decide.
    private struct File {
        let id: NodeID
        let path: String
        /// The key of the path.
        let name: UInt64
        let isMovie: Bool
        /// The key of the identifier; 0 without one.
        let identifier: UInt64
        let date: FeedTime
        let taken: CameraTime?

        init(_ node: MediaNode) {
            id = node.id
            path = node.pathKey
            name = LivePairs.key(ofPath: path)
            isMovie = node.kind == .video
            identifier = ScannedItem.key(
                ofIdentifier: (node.mediaInfo?.contentIdentifier ?? "").utf8)
            date = node.date
            taken = node.mediaInfo?.timeTaken
        }

        init(_ item: ScannedItem) {
            id = item.nodeID
            path = Self.path(of: item)
            name = LivePairs.key(ofPath: path)
            isMovie = item.kind == .video
            identifier = item.identifier
            date = item.date
            taken = item.timeTaken
        }

        static func path(of item: ScannedItem) -> String {
            item.folderPath + String(decoding: item.name, as: UTF8.self)
        }

        /// The difference of the dates in seconds: of the instants, or of the cameras' clocks.
        ///
        /// An instant is only estimated if the time zone of its clock is unknown.
        func distance(to other: File) -> Int64 {
            let instants = Self.distance(date.secondsSinceEpoch, other.date.secondsSinceEpoch)
            guard let taken, let otherTaken = other.taken else { return instants }
            return min(instants, Self.distance(taken.wallSeconds, otherTaken.wallSeconds))
        }

        func isNear(_ other: File) -> Bool { distance(to: other) <= LivePairs.dateTolerance }

        private static func distance(_ first: Int64, _ second: Int64) -> Int64 {
            let (difference, isOverflow) = first.subtractingReportingOverflow(second)
            return isOverflow || difference == .min ? .max : abs(difference)
        }
    }

    private struct Candidate {
        let still: File
        let movie: File

        private var rank: (Int, Int64) {
            (still.name == movie.name ? 0 : 1, still.distance(to: movie))
        }

        func precedes(_ other: Candidate) -> Bool {
            if rank != other.rank { return rank < other.rank }
            let (path, otherPath) = (still.path.utf8, other.still.path.utf8)
            return path.elementsEqual(otherPath)
                ? movie.path.utf8.lexicographicallyPrecedes(other.movie.path.utf8)
                : path.lexicographicallyPrecedes(otherPath)
        }
    }
}
