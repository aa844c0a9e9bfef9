import CommandLineProgram
import PhotoFeed
import TextFormats

/// A change in the output of `photopark log`.
enum LogLine {
    /// The line for a terminal; `account` is the account of one of several libraries.
    static func text(_ entry: JournalEntry, of account: String?) -> String {
        let (former, present) = (entry.former.map(path), entry.present.map(path))
        let isMoved = former != nil && present != nil && former != present
        let paths = isMoved ? [former, present] : [present ?? former]
        return Units.second(entry.time) + "  "
            + (account.map { TerminalText.column($0, width: 16) + "  " } ?? "")
            + TerminalText.column(entry.change.rawValue, width: 9)
            + paths.compactMap { $0.map { TerminalText.escape($0) } }.joined(separator: " → ")
    }

    /// The line of `--json`; `Documentation/Formats.md` lists its keys.
    static func json(_ entry: JournalEntry, of account: String) -> String {
        let node = entry.present ?? entry.former
        return JSONWriter.line { json in
            json.member("time", entry.time.description)
            json.member("account", account)
            json.member("change", entry.change.rawValue)
            json.member("id", entry.id.rawValue)
            json.member("path", entry.present.map(path))
            json.member("former_path", entry.former.map(path))
            json.member("rev", entry.present?.revision)
            json.member("former_rev", entry.former?.revision)
            json.member("size", node?.knownSize)
            json.member("content_hash", node?.contentHash?.description)
        }
    }

    private static func path(_ node: MediaNode) -> String { node.pathDisplay ?? node.pathKey }
}
