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
    public init(of nodes: some Sequence<MediaNode>) {
        let files = nodes.map(File.init)
        join(files) {
            $0.identifier.map(Key.identifier)
        } by: { _, _ in
            true
        }
        let rest = files.filter { movies[$0.id] == nil && stills[$0.id] == nil }
        join(rest) {
            Key.name($0.name)
        } by: { still, movie in
            // Different identifiers are those of different pairs.
            (still.identifier == nil || movie.identifier == nil) && still.isNear(movie)
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

    private enum Key: Hashable {
        case identifier(String)
        case name([UInt8])
    }

    /// Joins the files with equal keys for which a rule holds.
    private mutating func join(
        _ files: [File], _ key: (File) -> Key?, by rule: (File, File) -> Bool
    ) {
        let groups = Dictionary(grouping: files.filter { key($0) != nil }, by: key)
        for group in groups.values where group.count > 1 {
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
    }

    private static let groupLimit = 64

    /// The properties of a file that decide.
    private struct File {
        let id: NodeID
        let path: String
        /// The path without the extension, in lower case, as bytes: servers distinguish the forms
        /// of Unicode.
        let name: [UInt8]
        let isMovie: Bool
        let identifier: String?
        let date: FeedTime
        let taken: CameraTime?

        init(_ node: MediaNode) {
            id = node.id
            path = node.pathKey
            let key = node.pathKey.lowercased().utf8
            let slash = key.lastIndex(of: UInt8(ascii: "/")) ?? key.startIndex
            let dot = key[slash...].lastIndex(of: UInt8(ascii: "."))
            name = Array(key[..<(dot ?? key.endIndex)])
            isMovie = node.kind == .video
            identifier = node.mediaInfo?.contentIdentifier
            date = node.date
            taken = node.mediaInfo?.timeTaken
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
