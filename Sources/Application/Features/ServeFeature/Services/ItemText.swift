import Digests
import Foundation
import PhotoFeed
import TextFormats

/// Texts of items for a page, which are not trusted.
enum ItemText {
    /// The text with control and direction marks as escapes, cut to 240 columns.
    ///
    /// A name may have 70,000 bytes, and a direction mark can make `gpj.exe` look like `exe.jpg`.
    static func shown(_ text: String) -> String { TerminalText.truncate(text, width: 240) }

    /// The extension for the tile of an item without a picture.
    ///
    /// Empty unless the extension has at most five characters, all ASCII letters or digits.
    static func fileType(of name: String) -> String {
        let tail = name.utf8.suffix(6)
        guard let dot = tail.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        let letters = tail[tail.index(after: dot)...]
        let plain = letters.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        }
        return plain ? String(Substring(letters)).uppercased() : ""
    }

    /// The part of a photo's address in the page that distinguishes it within its month.
    static func key(of item: MergedItem) -> String {
        String(XXH64.hash(Array(item.item.node.id.rawValue.utf8)), radix: 36)
    }
}

extension FeedItem {
    /// The version of the stored thumbnail, in hexadecimal; `nil` without one.
    ///
    /// It changes with the bytes of the picture, so that a browser may keep a picture forever.
    var thumbnailVersion: String? {
        guard case .stored(let location) = thumbnail else { return nil }
        return String(location.checksum, radix: 16)
    }
}

extension JSONWriter {
    /// Writes an item as an array, in the order in which the scripts of the page read it.
    ///
    /// - Parameter isLive: whether the item is a photo with a movie, which is not an item itself.
    mutating func add(_ merged: MergedItem, names: [String], isLive: Bool = false) {
        let item = merged.item
        let node = item.node
        let thumbnail = item.thumbnailVersion.flatMap {
            ServedPath.pictureName(library: merged.libraries[0], node.id, version: $0)
        }
        let folder = item.displayPath.utf8.dropLast(node.name.utf8.count + 1)
        let place = node.mediaInfo?.location.map {
            String(format: "%.4f, %.4f", $0.latitude, $0.longitude)
        }
        array { json in
            json.string(ItemText.shown(node.name))
            json.string(thumbnail ?? "")
            json.integer(node.displayTime.wallSeconds)
            json.integer(node.kind == .video ? 1 : 0)
            json.integer(max(0, node.mediaInfo?.dimensions?.width ?? 0))
            json.integer(max(0, node.mediaInfo?.dimensions?.height ?? 0))
            json.integer(max(0, node.size))
            json.string(place ?? "")
            json.string(ItemText.fileType(of: node.name))
            json.string(ItemText.shown(String(decoding: folder, as: UTF8.self)))
            json.integer(node.displayClock.rawValue)
            json.string(ItemText.key(of: merged))
            if names.count > 1 {
                let owners = merged.libraries.map { names[$0] }.joined(separator: ", ")
                json.string(ItemText.shown(owners))
            } else if thumbnail == nil || isLive {
                json.string("")
            }
            // The path of a thumbnail contains it.
            if thumbnail == nil || isLive {
                json.string(
                    ServedPath.sourceName(library: merged.libraries[0], node.id) ?? "")
            }
            if isLive { json.integer(1) }
        }
    }
}
