import CommandLineProgram
import JSONText
import PhotoFeed
import Rendering

/// The representation of an item in the output of `photopark feed`.
enum FeedLine {
    /// The item's row of the table.
    static func row(_ item: FeedItem, of accounts: [String]) -> FeedColumns.Row {
        let taken = String(item.node.displayTime.description.prefix(16)).replacing("T", with: " ")
        let pixels = item.node.mediaInfo?.dimensions.map { "\($0.width)x\($0.height)" }
        return FeedColumns.Row(
            date: taken, size: Units.bytes(Int(item.node.size)), pixels: pixels ?? "-",
            path: item.displayPath, accounts: accounts.joined(separator: ", "))
    }

    /// The item's line of `--json`; `Documentation/Formats.md` lists its keys.
    static func json(_ item: FeedItem, of accounts: [String]) -> String {
        let node = item.node
        let pixels = node.mediaInfo?.dimensions
        let (thumbnail, failure) = thumbnail(item)
        return JSONWriter.line { json in
            json.member("id", node.id.rawValue)
            json.member("path", item.displayPath)
            json.member("name", node.name)
            json.member("kind", node.kind.rawValue)
            json.member("date", node.date.description)
            json.member("taken", node.mediaInfo?.timeTaken?.description)
            json.member("client_modified", node.clientModified.description)
            json.member("server_modified", node.serverModified.description)
            json.member("rev", node.revision)
            json.member("size", node.size)
            json.member("content_hash", node.contentHash?.description)
            json.member("width", pixels?.width)
            json.member("height", pixels?.height)
            json.member("latitude", node.mediaInfo?.location?.latitude)
            json.member("longitude", node.mediaInfo?.location?.longitude)
            json.member("duration_ms", node.mediaInfo?.durationMilliseconds)
            json.member("thumbnail", thumbnail?.path)
            json.member("thumbnail_offset", thumbnail?.offset)
            json.member("thumbnail_length", thumbnail?.length)
            json.member("thumbnail_error", failure)
            json.array("owners") { json in for account in accounts { json.string(account) } }
        }
    }

    /// The location of the item's thumbnail, and the reason why the server has none.
    static func thumbnail(
        _ item: FeedItem
    ) -> (location: ThumbnailLocation?, failure: String?) {
        switch item.thumbnail {
        case .stored(let location): (location, nil)
        case .pending: (nil, nil)
        case .failed(let failure): (nil, failure.reason)
        }
    }
}
