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
        try SQLiteFeedWriter(
            path: path + "/library", now: { FeedTime(secondsSinceEpoch: time()) })
    }

    /// A library whose packs are full at `packLimit` bytes.
    func open(packLimit: Int64) throws(FeedError) -> SQLiteFeedWriter {
        var limits = LibraryLimits()
        limits.pack = packLimit
        return try SQLiteFeedWriter(path: path + "/library", limits: limits)
    }

    /// A copy of the files that a `kill -9` at this moment would leave behind.
    ///
    /// - Parameter change: changes the copied files before they are opened.
    func killed(
        _ change: (_ folder: String) throws -> Void = { _ in }
    ) throws -> SQLiteFeedWriter {
        let copy = path + "/killed-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: path + "/library", toPath: copy)
        try change(copy)
        return try SQLiteFeedWriter(path: copy)
    }

    /// The files and folders in the library's folder of thumbnails.
    var thumbnails: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path + "/library/thumbnails")
                .sorted()
        }
    }

    /// The path of a file in the library's folder of thumbnails.
    func thumbnail(_ name: String) -> String { path + "/library/thumbnails/" + name }
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

/// The picture that `storeWanted` stores for `id`, different for each.
func picture(of id: NodeID) -> [UInt8] { [0xFF, 0xD8] + id.rawValue.utf8 }

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

    /// Stores a small picture for each thumbnail that is wanted, or for the first `limit`.
    func storeWanted(limit: Int = 1_000) throws {
        let pending = try pendingThumbnails(after: nil, limit: limit)
        try store(
            pending.map {
                ThumbnailResult(
                    pending: $0, result: .picture(picture(of: $0.id), .notRequested))
            })
    }

    /// Checks the whole database with its indexes, the packs, and that each thumbnail is complete.
    func verify() throws {
        let check = try tables.connection.statement("PRAGMA integrity_check(1)")
        let finding = try check.first { $0.text(0) }
        #expect(finding == "ok")
        for item in try everything() {
            guard case .stored(let location) = item.thumbnail else { continue }
            #expect(try thumbnail(of: item.node.id).map { Int64($0.count) } == location.length)
        }
        let miscounted = try tables.connection.statement(
            """
            SELECT number FROM pack WHERE length <> dead + (
                SELECT coalesce(sum(thumbnail_length), 0) FROM node
                WHERE thumbnail = 1 AND thumbnail_pack = pack.number)
            """)
        #expect(try miscounted.first { $0.integer(0) } == nil)
    }

    /// Checks that each photo in the library has the picture that `storeWanted` has stored.
    func verifyPictures() throws {
        try verify()
        for item in try everything() {
            let picture = picture(of: item.node.id)
            #expect(try thumbnail(of: item.node.id) == picture, "\(item.node.id.rawValue)")
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
