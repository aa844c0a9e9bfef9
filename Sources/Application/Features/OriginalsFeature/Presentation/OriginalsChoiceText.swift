import CommandLineProgram
import Originals
import PhotoFeed

/// The sentence about the originals that each sync of a library downloads.
enum OriginalsChoiceText {
    /// The folder, the layout and the filters, as `sync --originals` takes them.
    static func sentence(about choice: OriginalsChoice) -> String {
        var parts = ["layout \(choice.layout.text)"]
        if let since = choice.since { parts.append("since \(Units.second(since)) UTC") }
        if let kind = choice.kind { parts.append("kind \(kind.rawValue)") }
        parts += choice.included.map { "include \($0.text)" }
        parts += choice.excluded.map { "exclude \($0.text)" }
        if let limit = choice.byteLimit {
            parts.append("at most \(Units.bytes(Int(limit))) in a run")
        }
        parts.append("mtime \(choice.fileTime.rawValue)")
        return "each sync downloads originals to \(choice.folder): " + parts.joined(separator: ", ")
    }
}
