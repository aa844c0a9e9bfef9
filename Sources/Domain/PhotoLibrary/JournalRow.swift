import Persistence
import PhotoFeed

/// The state of a photo or video before a page changed it, as a row of the journal.
///
/// The present library, and the states before the changes since a time, give the library of that
/// time. So the first listing, and photos that never change, take no space in the journal; and the
/// oldest entries become a part of the first state by being deleted.
@Model("journal")
struct JournalRow {
    /// The number of the page.
    @PrimaryKey let page: Int64
    @PrimaryKey let id: String
    /// The key of the path; `nil` if the library did not contain the photo before.
    let path: String?
    /// The path for display.
    let display: String?
    let name: String?
    let revision: String?
    let size: Int64?
    @ColumnName("content_hash") let contentHash: [UInt8]?
    @ColumnName("client_modified") let clientModified: Int64?
    @ColumnName("server_modified") let serverModified: Int64?
    /// The date and the number of the photo's position in the feed.
    let date: Int64?
    let number: Int64?
    let kind: String?
    let width: Int64?
    let height: Int64?
    let latitude: Double?
    let longitude: Double?
    @ColumnName("time_taken") let timeTaken: Int64?
    let duration: Int64?
}

/// A page with changes, as a row of the journal.
@Model("journal_page")
struct JournalPageRow {
    @PrimaryKey let number: Int64
    /// The time at which the page was stored; that of a later page is not earlier.
    let time: Int64
    /// The number of rows of the page.
    let entries: Int64
}

/// The extent of the journal: the table has one row from the end of the first listing on.
@Model("journal_extent")
struct JournalExtentRow {
    @PrimaryKey var one: Int64 = 1
    /// The time since which the journal has all changes.
    var start: Int64
    /// The time and the number of the last page.
    var time: Int64
    var page: Int64
    /// The number of rows of all pages.
    var entries: Int64

    static let key: Int64 = 1
}

extension JournalRow {
    /// The state of the photo; `nil` if the library did not contain it.
    var node: MediaNode? {
        get throws(FeedError) {
            guard let path else { return nil }
            return MediaNode(
                id: NodeID(rawValue: id), name: name ?? "", pathKey: path, pathDisplay: display,
                revision: revision ?? "", size: size ?? 0,
                contentHash: contentHash?.withUnsafeBytes(ContentHash.init(bytes:)),
                clientModified: FeedTime(secondsSinceEpoch: clientModified ?? 0),
                serverModified: FeedTime(secondsSinceEpoch: serverModified ?? 0),
                mediaInfo: try MediaInfo(
                    kind: kind, width: width, height: height, latitude: latitude,
                    longitude: longitude, timeTaken: timeTaken, duration: duration))
        }
    }
}
