import CommandLineProgram
import Duplicates
import PhotoFeed
import TextFormats

/// A group of files that are possibly the same, or a burst, for output.
struct ShownGroup: Equatable, Sendable {
    /// A file of the group.
    struct File: Equatable, Sendable {
        /// The name of the account, or the folder of a library without one.
        let account: String
        let item: FeedItem
    }

    let kind: DuplicateSearch.Kind
    /// The files, the best one first.
    let files: [File]
    /// The bytes of the files after the first.
    let bytes: Int64
    /// Whether the account of each file is shown.
    let showsAccounts: Bool

    /// The numbers of groups and copies in a sentence.
    static func summary(_ groups: [DuplicateSearch.Group]) -> String {
        guard !groups.isEmpty else { return "No duplicates were found." }
        let copies = groups.reduce(0) { $0 + $1.members.count - 1 }
        let bytes = groups.reduce(0 as Int64) { $0.addingSaturated($1.copiedBytes) }
        return "\(Units.count(groups.count, "group")) with "
            + "\(copies == 1 ? "1 copy" : Units.count(copies) + " copies"), "
            + "\(Units.bytes(Int(bytes)))"
    }

    /// The numbers of bursts and photos in a sentence.
    static func summary(ofBursts groups: [DuplicateSearch.Group]) -> String {
        guard !groups.isEmpty else { return "No bursts were found." }
        let photos = groups.reduce(0) { $0 + $1.members.count }
        return "\(Units.count(groups.count, "burst")) with \(Units.count(photos, "photo"))"
    }

    /// A line with the number of files, and a line for each.
    var lines: [String] {
        let reason =
            switch kind {
            case .exact: "files with the same content"
            case .alike: "files with the same size and date"
            case .near: "pictures that look the same"
            case .burst: "photos within five seconds"
            }
        let copies = kind == .burst ? "" : ", \(Units.bytes(Int(bytes))) in copies"
        return ["\(Units.count(files.count)) \(reason)\(copies)"]
            + files.map { file in
                let account = showsAccounts ? " (\(TerminalText.escape(file.account)))" : ""
                return "  " + TerminalText.escape(file.item.displayPath) + account
            }
    }

    /// The group as a JSON object in one line; `Documentation/Formats.md` lists the keys.
    var json: String {
        JSONWriter.line { json in
            json.member("kind", kind.rawValue)
            json.member("bytes", bytes)
            json.array("files") { json in
                for file in files {
                    let node = file.item.node
                    json.object { json in
                        json.member("account", file.account)
                        json.member("id", node.id.rawValue)
                        json.member("path", file.item.displayPath)
                        json.member("date", node.date.description)
                        json.member("size", node.size)
                        json.member("width", node.mediaInfo?.dimensions?.width)
                        json.member("height", node.mediaInfo?.dimensions?.height)
                        json.member("rev", node.revision)
                        json.member("content_hash", node.contentHash?.description)
                    }
                }
            }
        }
    }
}
