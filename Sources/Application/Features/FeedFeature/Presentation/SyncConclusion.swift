import Originals
import PhotoFeed
import Rendering

/// The library after a run, and what would give thumbnails to the photos that lack one.
struct SyncConclusion: Equatable, Sendable {
    /// Files that a further run would read, and their bytes.
    struct Files: Equatable, Sendable {
        var count = 0
        var bytes: Int64 = 0
    }

    let statistics: LibraryStatistics
    /// The files that `--previews` reads; none unless the run has left photos without a thumbnail.
    private(set) var previews = Files()
    /// The files that the server has.
    private(set) var originals = Files()

    init(_ statistics: LibraryStatistics) { self.statistics = statistics }

    /// Reads the library after a run; blocks on the disk.
    ///
    /// - Parameter countsPreviews: whether the run has left out thumbnails that `--previews` makes.
    init(_ library: any FeedReader, countsPreviews: Bool) throws(FeedError) {
        self.init(try library.statistics(withMediaInfo: false))
        guard countsPreviews else { return }
        let forecast = PreviewsForecast(readingWholeFiles: true)
        var query: FeedQuery? = FeedQuery(limit: 1_000)
        while let part = query {
            let window = try library.window(part)
            for item in window.items {
                forecast.take(item)
                originals.count += 1
                originals.bytes = originals.bytes.addingSaturated(max(0, item.node.size))
            }
            query = window.next.map { part.continuing(after: $0) }
        }
        previews = Files(count: forecast.known.files, bytes: forecast.known.bytes)
    }

    /// The number of entries, and how many have a thumbnail.
    private var sentence: String {
        let without = statistics.nodes - statistics.thumbnails
        return
            "The library lists \(Units.items(statistics.nodes)): "
            + "\(Units.count(statistics.thumbnails)) with a thumbnail, "
            + "\(Units.count(without)) without a thumbnail."
    }

    /// The ways to get the thumbnails that the server does not make; `nil` if none is missing.
    private var remedy: String? {
        guard previews.count > 0 else { return nil }
        return
            "The server makes no thumbnails: sync --previews makes them of "
            + "\(Units.count(previews.count, "file")) (at most "
            + "\(Units.bytes(Int(previews.bytes)))), and sync --originals --to DIR of all "
            + "\(Units.count(originals.count)) (\(Units.bytes(Int(originals.bytes)))), which it "
            + "keeps."
    }

    /// The lines that a display prints at the end.
    var lines: String { [sentence, remedy].compactMap(\.self).joined(separator: "\n") }
}
