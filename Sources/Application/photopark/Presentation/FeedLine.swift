import PhotoFeed
import Rendering

/// The representation of an item in the output of `photopark feed`.
enum FeedLine {
    /// The item's row of the table.
    static func row(_ item: FeedItem) -> FeedColumns.Row {
        let taken = String(item.node.displayTime.description.prefix(16)).replacing("T", with: " ")
        let pixels = item.node.mediaInfo?.dimensions.map { "\($0.width)x\($0.height)" }
        return FeedColumns.Row(
            date: taken, size: Units.bytes(Int(item.node.size)), pixels: pixels ?? "-",
            path: item.displayPath)
    }

    /// The item's line of `--json`; `Documentation/Formats.md` lists its keys.
    static func json(_ item: FeedItem) -> String {
        let node = item.node
        var line = JSONLine()
        line.add("id", node.id.rawValue)
        line.add("path", item.displayPath)
        line.add("name", node.name)
        line.add("kind", node.kind.rawValue)
        line.add("date", node.date.description)
        line.add("taken", node.mediaInfo?.timeTaken?.description)
        line.add("client_modified", node.clientModified.description)
        line.add("server_modified", node.serverModified.description)
        line.add("rev", node.revision)
        line.add("size", node.size)
        line.add("content_hash", node.contentHash?.description)
        line.add("width", node.mediaInfo?.dimensions?.width)
        line.add("height", node.mediaInfo?.dimensions?.height)
        line.add("latitude", node.mediaInfo?.location?.latitude)
        line.add("longitude", node.mediaInfo?.location?.longitude)
        line.add("duration_ms", node.mediaInfo?.durationMilliseconds)
        switch item.thumbnail {
        case .stored(let path):
            line.add("thumbnail", path)
            line.add("thumbnail_error", String?.none)
        case .pending:
            line.add("thumbnail", String?.none)
            line.add("thumbnail_error", String?.none)
        case .failed(let failure):
            line.add("thumbnail", String?.none)
            line.add("thumbnail_error", failure.reason)
        }
        return line.text
    }
}
