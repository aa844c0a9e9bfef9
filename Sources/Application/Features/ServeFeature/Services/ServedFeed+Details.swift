import JSONText
import Originals
import PhotoFeed
import Scheduling

/// The originals that are here.
@SchedulableExtension
extension ServedFeed {
    /// The number of items near a photo among which its movie is searched.
    private static var neighbours: Int { 256 }

    /// Returns, as JSON, whether the original of an item is here, and its path and type.
    ///
    /// A live photo also has its `movie`, if the original of that is here.
    func details(of id: NodeID, in library: Int) throws(FeedError) -> [UInt8] {
        let found = try original(of: id, in: library)
        let movie = try movie(of: id, in: library)
        let movieFile = try movie.flatMap { (movie) throws(FeedError) in
            try original(of: movie, in: library)
        }
        return JSONWriter.object { json in
            if let found { Self.add("original", found, of: id, in: library, to: &json) }
            if let movie, let movieFile {
                Self.add("movie", movieFile, of: movie, in: library, to: &json)
            }
        }
    }

    private static func add(
        _ name: StaticString, _ found: Original, of id: NodeID, in library: Int,
        to json: inout JSONWriter
    ) {
        guard let source = ServedPath.sourceName(library: library, id) else { return }
        json.object(name) { json in
            json.member("path", source + "/" + found.file.version)
            json.member("type", OriginalType.name(of: found.start) ?? "")
            json.member("size", found.file.size)
        }
    }

    /// The movie of a live photo; `nil` for every other item.
    private func movie(of id: NodeID, in library: Int) throws(FeedError) -> NodeID? {
        guard libraries.indices.contains(library) else { return nil }
        let reader = libraries[library].reader
        guard let photo = try reader.item(id), photo.node.kind == .photo,
            case let key = PairRule.key(of: photo, in: library), key != 0
        else { return nil }
        let date = photo.node.date.secondsSinceEpoch
        guard abs(date) < 1 << 50 else { return nil }
        let near = try reader.window(
            FeedQuery(
                limit: Self.neighbours,
                since: FeedTime(secondsSinceEpoch: date - PairRule.seconds),
                until: FeedTime(secondsSinceEpoch: date + PairRule.seconds + 1)))
        let movies = near.items.filter {
            $0.node.kind == .video && PairRule.key(of: $0, in: library) == key
        }
        return movies.count == 1 ? movies[0].node.id : nil
    }
}
