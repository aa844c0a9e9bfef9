import Foundation
import PhotoFeed
import SQLitePersistence
import Scheduling
import Testing

@testable import PhotoLibrary

/// A folder for one test's library, removed with it.
final class LibraryFixture {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/photopark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func open() throws(FeedError) -> SQLiteFeedWriter {
        try SQLiteFeedWriter(path: path + "/library")
    }

    /// A library with a clock that the test sets.
    func open(at time: @escaping () -> Int64) throws(FeedError) -> SQLiteFeedWriter {
        try SQLiteFeedWriter(path: path + "/library") {
            FeedTime(secondsSinceEpoch: time())
        }
    }

    /// A copy of the files that a `kill -9` at this moment would leave behind.
    func killed() throws -> SQLiteFeedWriter {
        let copy = path + "/killed-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: path + "/library", toPath: copy)
        return try SQLiteFeedWriter(path: copy)
    }

    /// The files below the library's folder of thumbnails.
    var thumbnails: [String] {
        (FileManager.default.enumerator(atPath: path + "/library/thumbnails")?.allObjects ?? [])
            .compactMap { $0 as? String }.filter { $0.contains("/") }.sorted()
    }
}

func photo(
    _ number: Int, at path: String? = nil, name: String? = nil, revision: Int = 1,
    mediaInfo: MediaInfo? = nil
) -> MediaNode {
    let path = path ?? "/photos/\(number).jpg"
    let time = FeedTime(secondsSinceEpoch: 1_000_000 + Int64(number))
    let digits = String(number * 1_000 + revision)
    return MediaNode(
        id: NodeID(rawValue: "id:\(number)"),
        name: name ?? String(path.split(separator: "/").last ?? ""),
        pathKey: path, pathDisplay: nil, revision: "00000000\(revision)", size: 10,
        contentHash: ContentHash(String(repeating: "0", count: 64 - digits.count) + digits),
        clientModified: time, serverModified: time, mediaInfo: mediaInfo)
}

/// The photo or video with the same content, at another path, which is another revision.
func moved(_ node: MediaNode, to path: String) -> MediaNode {
    MediaNode(
        id: node.id, name: String(path.split(separator: "/").last ?? ""), pathKey: path,
        revision: node.revision + "0", size: node.size, contentHash: node.contentHash,
        clientModified: node.clientModified, serverModified: node.serverModified)
}

func page(_ changes: [NodeChange], _ cursor: String = "c", more: Bool = false) -> FeedPage {
    FeedPage(changes: changes, cursor: FeedCursor(rawValue: cursor), hasMore: more)
}

@SchedulableExtension
extension SQLiteFeedWriter {
    /// Lists photos with these numbers as the whole folder.
    func fill(_ numbers: Range<Int>) throws {
        try beginListing(of: "")
        _ = try apply(page(numbers.map { .media(photo($0)) }, "filled"))
    }

    /// Stores a small picture for each thumbnail that is wanted.
    func storeWanted() throws {
        let pending = try pendingThumbnails(after: nil, limit: 1_000)
        try store(
            pending.map {
                ThumbnailResult(pending: $0, result: .picture([0xFF, 0xD8], .notRequested))
            })
    }

    /// Checks the whole database with its indexes, and that each thumbnail has its file.
    func verify() throws {
        let check = try tables.connection.statement("PRAGMA integrity_check(1)")
        let finding = try check.first { $0.text(0) }
        #expect(finding == "ok")
        for stored in try tables.read({
            try tables.thumbnails.stored(after: .min, limit: 100_000)
        }) {
            let file = "\(path)/\(stored.name.path)"
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber
            #expect(size?.int64Value == stored.length)
        }
    }
}

extension FeedReader {
    func statistics() throws(FeedError) -> LibraryStatistics {
        try statistics(withMediaInfo: false)
    }

    func pendingThumbnails(
        after position: FeedPosition?, limit: Int
    ) throws(FeedError) -> [PendingThumbnail] {
        try pendingThumbnails(after: position, limit: limit, withMediaInfo: false)
    }

    /// The whole feed, read in windows of `limit`.
    func everything(limit: Int = 7) throws -> [FeedItem] {
        var items: [FeedItem] = []
        var query: FeedQuery? = FeedQuery(limit: limit)
        while let next = query {
            let window = try window(next)
            items += window.items
            query = window.next.map(next.continuing)
        }
        return items
    }
}

extension FeedWriter {
    func store(_ outcomes: [ThumbnailResult]) throws(FeedError) {
        try store(outcomes, size: .medium)
    }

    func beginListing(of folder: String) throws(FeedError) {
        try beginListing(of: FeedSource(folder: folder))
    }
}
