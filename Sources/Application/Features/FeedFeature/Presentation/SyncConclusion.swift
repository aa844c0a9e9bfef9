import CommandLineProgram
import Originals
import PhotoFeed

/// The library after a run, and what would give thumbnails and dates to the photos that lack them.
struct SyncConclusion: Equatable, Sendable {
    /// Files that a further run would read, and their bytes.
    struct Files: Equatable, Sendable {
        var count = 0
        var bytes: Int64 = 0

        fileprivate mutating func add(_ node: MediaNode) {
            count += 1
            bytes = bytes.addingSaturated(max(0, node.size))
        }
    }

    /// The way to the dates at which photos were taken.
    enum DateSource: Equatable, Sendable {
        /// The server states them on request, with the thumbnail of each photo.
        case server
        /// Only the files have them.
        case originals
    }

    let statistics: LibraryStatistics
    /// The files that `--previews` reads; none unless the run has left photos without a thumbnail.
    private(set) var previews = Files()
    /// The files that the server has.
    private(set) var originals = Files()
    /// The photos without the date of a camera; none unless `dates` is given.
    private(set) var undated = Files()
    private var dates: DateSource?

    init(_ statistics: LibraryStatistics) { self.statistics = statistics }

    /// Reads the library after a run; blocks on the disk.
    ///
    /// - Parameters:
    ///   - countsPreviews: whether the run has left out thumbnails that `--previews` makes.
    ///   - added: the number of items that the run has added; the dates are examined after a run
    ///     that has added all of them.
    ///   - dates: the way to the dates that the run has not taken; `nil` if it has.
    init(
        _ library: any FeedReader, countsPreviews: Bool, added: Int = 0, dates: DateSource? = nil
    ) throws(FeedError) {
        self.init(try library.statistics(withMediaInfo: false))
        self.dates = added == statistics.nodes ? dates : nil
        guard countsPreviews || self.dates != nil else { return }
        let forecast = PreviewsForecast(readingWholeFiles: true)
        var query: FeedQuery? = FeedQuery(limit: 1_000)
        while let part = query {
            let window = try library.window(part)
            for item in window.items {
                forecast.take(item)
                originals.add(item.node)
                if Self.lacksDate(item, self.dates) { undated.add(item.node) }
            }
            query = window.next.map { part.continuing(after: $0) }
        }
        guard countsPreviews else { return }
        previews = Files(count: forecast.known.files, bytes: forecast.known.bytes)
    }

    private static func lacksDate(_ item: FeedItem, _ source: DateSource?) -> Bool {
        guard item.node.kind == .photo, item.node.mediaInfo?.timeTaken == nil else { return false }
        switch source {
        case nil: return false
        case .originals: return true
        case .server: if case .stored = item.thumbnail { return true } else { return false }
        }
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

    /// The way to the dates of photos that are shown under those of their files; `nil` if there are
    /// none.
    private var dating: String? {
        guard undated.count > 0, let dates else { return nil }
        let beginning =
            "The date of \(Units.count(undated.count, "photo")) is that of the file, because no "
            + "camera's date is known: "
        return switch dates {
        case .server:
            beginning + "sync --media-info asks the server for it, by one request for each, and "
                + "fetches the thumbnails again."
        case .originals:
            beginning + "sync --originals --to DIR reads it from the files "
                + "(\(Units.bytes(Int(undated.bytes))))."
        }
    }

    /// The lines that a display prints at the end.
    var lines: String { [sentence, remedy, dating].compactMap(\.self).joined(separator: "\n") }
}
