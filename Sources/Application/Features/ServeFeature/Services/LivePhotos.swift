import PhotoFeed

/// The live photos of a selection: their keys, and the numbers of their movies.
///
/// A photo and a movie are one live photo if the camera has given one identifier to both, or if
/// `PairRule` joins their names and dates. The rule is that of `LivePairs`, without values of
/// texts: a movie belongs to a photo only if no other movie has the same key.
///
/// It keeps 16 bytes for each live photo.
struct LivePhotos {
    /// A movie, while its photo is searched.
    private struct Movie {
        let key: UInt64
        let position: Int32
        var isPaired = false
        var isContradicted = false
    }

    /// The result of the comparison of a photo and a movie that have the same key.
    private enum Fit {
        case pair, strangers
        /// The photo shows that the key is that of different pictures.
        case contradiction
    }

    /// The keys in order.
    private var keys: [UInt64] = []
    /// The numbers of the movies in their library, at the positions of their keys.
    private var movies: [Int64] = []

    /// No live photos.
    init() {}

    /// Finds the live photos among the entries at some positions.
    init(of entries: [ScannedEntry], at positions: [Int]) {
        keep(
            Self.movies(of: entries, at: positions, by: \.identifier) { _, _ in .pair }, of: entries
        )
        let identified = self
        let named = Self.movies(of: entries, at: positions) { entry in
            identified.movie(entry.identifier) == nil ? entry.pair : 0
        } comparing: { photo, movie in
            if photo.identifier != 0, movie.identifier != 0, photo.identifier != movie.identifier {
                return .contradiction
            }
            let isNear =
                PairRule.areNear(photo.date, movie.date)
                || PairRule.areNear(photo.wallSeconds, movie.wallSeconds)
            return isNear ? .pair : .strangers
        }
        keep(named, of: entries)
    }

    /// The number of the movie of an item with one of these keys; `nil` without one.
    ///
    /// For the movie of a live photo, it is its own number.
    func movie(_ keys: PairRule.Keys) -> Int64? { movie(keys.identifier) ?? movie(keys.name) }

    private func movie(_ key: UInt64) -> Int64? {
        guard key != 0 else { return nil }
        let index = keys.partitioningIndex { $0 >= key }
        return index < keys.count && keys[index] == key ? movies[index] : nil
    }

    private mutating func keep(_ found: [Movie], of entries: [ScannedEntry]) {
        let all =
            zip(keys, movies).map { ($0, $1) }
            + found.map { ($0.key, entries[Int($0.position)].number) }
        let sorted = all.sorted { $0.0 < $1.0 }
        keys = sorted.map(\.0)
        movies = sorted.map(\.1)
    }

    /// The movies that are alone with their keys, and that have a photo.
    private static func movies(
        of entries: [ScannedEntry], at positions: [Int], by keyOf: (ScannedEntry) -> UInt64,
        comparing fit: (_ photo: ScannedEntry, _ movie: ScannedEntry) -> Fit
    ) -> [Movie] {
        var movies = positions.compactMap { position -> Movie? in
            let entry = entries[position]
            guard entry.isVideo, case let key = keyOf(entry), key != 0 else { return nil }
            return Movie(key: key, position: Int32(clamping: position))
        }
        guard !movies.isEmpty else { return [] }
        movies.sort { $0.key < $1.key }
        for position in positions where !entries[position].isVideo {
            let photo = entries[position]
            guard case let key = keyOf(photo), key != 0,
                case let index = movies.partitioningIndex(where: { $0.key >= key }),
                index < movies.count, movies[index].key == key,
                index + 1 == movies.count || movies[index + 1].key != key
            else { continue }
            switch fit(photo, entries[Int(movies[index].position)]) {
            case .pair: movies[index].isPaired = true
            case .contradiction: movies[index].isContradicted = true
            case .strangers: break
            }
        }
        return movies.filter { $0.isPaired && !$0.isContradicted }
    }
}

extension Array {
    /// The first index whose element meets a condition that all later ones meet, too.
    fileprivate func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
