import PhotoFeed
import Scheduling
import Simulation
import SimulationDevices

/// The laws of a library, which hold whenever another process could read it.
///
/// They compare it with the history of the server, and with what it has shown before.
///
/// Only the thread of the run uses it.
final class LibraryLaws: @unchecked Sendable {  // the world checks the thread
    /// A photo that the library shows.
    private struct Row {
        let version: PhotoVersion
        /// The number of the server's state when the library showed it first.
        let since: Int
        let thumbnail: ThumbnailState
    }

    /// The description of a file by a server, without the facts of its picture.
    private struct File: Equatable {
        let path: String
        let revision: String

        init(_ node: MediaNode) { (path, revision) = (node.pathKey, node.revision) }
    }

    private let world: World
    private let disk: SimulatedDisk
    let history: ServerHistory
    private var rows: [String: Row] = [:]
    /// The number of calls of the disk at the last check.
    private var checkedCalls = -1
    /// The identifiers of the photos at the beginning of the run.
    private var earlier: Set<String> = []

    init(in world: World, on disk: SimulatedDisk, of history: ServerHistory) {
        self.world = world
        self.disk = disk
        self.history = history
    }

    /// Checks the library, if the disk has changed since the last check.
    func check(_ library: any FeedReader) throws(FeedError) {
        guard disk.callCount != checkedCalls, !disk.isDown else { return }
        checkedCalls = disk.callCount
        var present: [String: Row] = [:]
        let items = try Self.items(of: library)
        for item in items {
            let path = item.node.pathKey
            let version = PhotoVersion(item.node)
            let before = rows[path]
            if before?.version != version, !history.hasHad(path, version) {
                world.fail("the library shows \(path) as \(version), which the server never had")
            }
            if case .stored = item.thumbnail,
                before?.version != version || before?.thumbnail != item.thumbnail
            {
                try checkPicture(of: item, version, in: library)
            }
            present[path] = Row(
                version: version,
                since: before.flatMap { $0.version == version ? $0.since : nil } ?? history.now,
                thumbnail: item.thumbnail)
        }
        for (path, row) in rows where present[path]?.version != row.version {
            // Without revisions of the server, the client's own ones may replace each other.
            if present[path] != nil, !history.hasVersions { continue }
            guard history.wasGone(path, row.version, since: row.since) else {
                world.fail("the library lost \(path), which the server still has")
                continue
            }
        }
        for (path, row) in rows {
            guard let now = present[path], now.version == row.version, case .stored = row.thumbnail
            else { continue }
            if case .stored = now.thumbnail { continue }
            world.fail("the library lost the thumbnail of \(path)")
        }
        let hasChanged = rows.mapValues(\.version) != present.mapValues(\.version)
        rows = present
        try checkCounts(of: library)
        if hasChanged { try checkJournal(of: library, items) }
    }

    /// The machine has lost what was not flushed.
    ///
    /// A library fetches the thumbnails again that are missing or damaged then.
    func machineHasCrashed() {
        rows = rows.mapValues { Row(version: $0.version, since: $0.since, thumbnail: .pending) }
    }

    /// A run begins.
    func runBegins() { earlier = Set(rows.values.map(\.version.id)) }

    /// Checks the report of a run against the library.
    ///
    /// - Parameters:
    ///   - first: the number of the server's state at the beginning of the run.
    ///   - limit: the number of photos that the run was allowed to remove.
    func checkReport(_ events: [SyncEvent], since first: Int, removing limit: RemovalLimit) {
        guard case .finished(let result) = events.last else {
            return world.fail("the run has no result")
        }
        // The machine has crashed after the last page, so that the library cannot be read.
        guard !disk.isDown else { return }
        if let statistics = result.statistics, statistics.nodes != rows.count {
            world.fail("the run reports \(statistics.nodes) photos of \(rows.count)")
        }
        // Dropbox makes a thumbnail of each such file that is a picture.
        let failures = events.count {
            if case .thumbnailFailed(_, let path, _) = $0 { path.hasSuffix(".jpg") } else { false }
        }
        if history.hasVersions, failures > result.failedThumbnails {
            world.fail("\(failures) thumbnails failed, and \(result.failedThumbnails) are reported")
        }
        let removed = earlier.subtracting(rows.values.map(\.version.id)).count
        if !limit.allows(removed, of: earlier.count) {
            world.fail("a run with the limit \(limit) has removed \(removed) photos")
        }
        // A run that could not list a folder says so, and leaves it as it was.
        guard result.unlisted == 0 else { return }
        if !history.hasHad(exactly: rows.mapValues(\.version), since: first) {
            world.fail(
                "a complete run left \(rows.keys.sorted()), which the server never had at once")
        }
    }

    private func checkPicture(
        of item: FeedItem, _ version: PhotoVersion, in library: any FeedReader
    ) throws(FeedError) {
        guard let bytes = try library.thumbnail(of: item.node.id) else {
            return world.fail("the library has no bytes for the thumbnail of \(item.node.pathKey)")
        }
        if !history.hasSent(bytes, of: version) {
            world.fail("the thumbnail of \(item.node.pathKey) is not that of \(version)")
        }
    }

    private func checkCounts(of library: any FeedReader) throws(FeedError) {
        let statistics = try library.statistics(withMediaInfo: false)
        let stored = rows.values.count { if case .stored = $0.thumbnail { true } else { false } }
        if statistics.nodes != rows.count {
            world.fail("the library counts \(statistics.nodes) photos, and shows \(rows.count)")
        }
        if statistics.thumbnails != stored {
            world.fail("the library counts \(statistics.thumbnails) thumbnails of \(stored)")
        }
    }

    /// Checks that the journal, read backwards from the present photos, fits them and itself.
    private func checkJournal(
        of library: any FeedReader, _ items: [FeedItem]
    ) throws(FeedError) {
        var files: [NodeID: File] = [:]
        for item in items { files[item.node.id] = File(item.node) }
        for entry in try library.journal(since: nil).reversed() {
            guard files[entry.id] == entry.present.map(File.init) else {
                return world.fail(
                    "the journal changes \(entry.id) to a state that it did not have")
            }
            files[entry.id] = entry.former.map(File.init)
        }
    }

    /// All photos of a library.
    static func items(of library: any FeedReader) throws(FeedError) -> [FeedItem] {
        var items: [FeedItem] = []
        var query: FeedQuery? = FeedQuery(limit: 200)
        while let next = query {
            let window = try library.window(next)
            items += window.items
            query = window.next.map(next.continuing(after:))
        }
        return items
    }
}
