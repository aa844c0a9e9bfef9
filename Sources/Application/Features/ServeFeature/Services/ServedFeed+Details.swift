import Originals
import PhotoFeed
import Scheduling
import TextFormats

/// The originals that are here, and the movies of photos.
@SchedulableExtension
extension ServedFeed {
    /// The end of the path of a movie that is a part of a photo's file.
    static var motionQuery: String { "motion" }
    /// The number of items near a photo among which its movie is searched.
    private static var neighbours: Int { 256 }

    /// Returns the original of an item in a library, or the movie in it; `nil` if it is not here in
    /// this version.
    ///
    /// - Parameter isMotion: whether the movie at the end of a motion photo is returned.
    func original(
        of id: NodeID, in library: Int, version: String? = nil, isMotion: Bool = false
    ) throws(FeedError) -> Original? {
        guard libraries.indices.contains(library),
            let item = try libraries[library].reader.item(id),
            let file = try libraries[library].original(item.node),
            version == nil || file.version == version
        else { return nil }
        var range = 0..<file.size
        if isMotion {
            guard let length = item.motionLength, length < file.size else { return nil }
            range = file.size - length..<file.size
        }
        let first = range.lowerBound
        let start = try file.bytes(
            in: first..<min(range.upperBound, first + Int64(OriginalType.length)))
        // The length is that of the file as it was read once: other bytes may be there now.
        guard !isMotion || OriginalType.isVideo(start) else { return nil }
        return Original(file: file, range: range, start: start)
    }

    /// Returns, as JSON, whether the original of an item is here, and its path and type.
    ///
    /// A live photo also has its `movie`, if the original of that is here, and so has a motion
    /// photo.
    func details(of id: NodeID, in library: Int) throws(FeedError) -> [UInt8] {
        let found = try original(of: id, in: library)
        let movie = try movie(of: id, in: library)
        let movieFile = try movie.flatMap { (movie) throws(FeedError) in
            try original(of: movie, in: library)
        }
        let motion =
            movieFile == nil ? try original(of: id, in: library, isMotion: true) : nil
        return JSONWriter.object { json in
            if let found { Self.add("original", found, of: id, in: library, to: &json) }
            if let movie, let movieFile {
                Self.add("movie", movieFile, of: movie, in: library, to: &json)
            } else if let motion {
                Self.add(
                    "movie", motion, of: id, in: library, "?" + Self.motionQuery, to: &json)
            }
        }
    }

    private static func add(
        _ name: StaticString, _ found: Original, of id: NodeID, in library: Int,
        _ query: String = "", to json: inout JSONWriter
    ) {
        guard let source = ServedPath.sourceName(library: library, id) else { return }
        json.object(name) { json in
            json.member("path", source + "/" + found.file.version + query)
            json.member("type", OriginalType.name(of: found.start) ?? "")
            json.member("size", Int64(found.range.count))
        }
    }

    /// The movie of a live photo; `nil` for every other item.
    ///
    /// The indexes that are kept contain the movies of all their photos. Without one, the movie is
    /// searched near the photo.
    private func movie(of id: NodeID, in library: Int) throws(FeedError) -> NodeID? {
        guard libraries.indices.contains(library) else { return nil }
        let reader = libraries[library].reader
        guard let photo = try reader.item(id), photo.node.kind == .photo else { return nil }
        let keys = PairRule.keys(of: photo, in: library)
        if let number = views.lazy.compactMap({ $0.view.movie(of: photo, in: library) }).first,
            let rows = reader as? any FeedScanning,
            // The library may have changed since.
            let movie = try rows.items(numbered: [number]).first, movie.node.kind == .video,
            keys.areShared(with: PairRule.keys(of: movie, in: library))
        {
            return movie.node.id
        }
        return try nearMovie(of: photo, keys, in: library)
    }

    private func nearMovie(
        of photo: FeedItem, _ keys: PairRule.Keys, in library: Int
    ) throws(FeedError) -> NodeID? {
        let date = photo.node.date.secondsSinceEpoch
        guard keys != PairRule.Keys(name: 0, identifier: 0),
            (-1 << 50..<1 << 50).contains(date)
        else { return nil }
        let near = try libraries[library].reader.window(
            FeedQuery(
                limit: Self.neighbours,
                since: FeedTime(secondsSinceEpoch: date - PairRule.seconds),
                until: FeedTime(secondsSinceEpoch: date + PairRule.seconds + 1)))
        let movies = near.items.filter {
            $0.node.kind == .video && keys.areShared(with: PairRule.keys(of: $0, in: library))
        }
        return movies.count == 1 ? movies[0].node.id : nil
    }
}

extension FeedItem {
    /// The number of bytes of the movie at the end of a photo's original; `nil` without one.
    var motionLength: Int64? {
        guard node.kind == .photo, let length = node.mediaInfo?.motionLength, length > 0 else {
            return nil
        }
        return length
    }
}
