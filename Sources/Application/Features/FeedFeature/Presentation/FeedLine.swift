import CommandLineProgram
import PhotoFeed

/// The representation of an item in the output of `photopark feed`.
enum FeedLine {
    /// The item's row of the table.
    static func row(_ item: FeedItem, of accounts: [String]) -> FeedColumns.Row {
        let taken = String(item.node.displayTime.description.prefix(16)).replacing("T", with: " ")
        let pixels = item.node.mediaInfo?.dimensions.map { "\($0.width)x\($0.height)" }
        return FeedColumns.Row(
            date: taken, size: item.node.knownSize.map { Units.bytes(Int($0)) } ?? "-",
            pixels: pixels ?? "-",
            path: item.displayPath, accounts: accounts.joined(separator: ", "))
    }
}
