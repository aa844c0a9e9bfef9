import Escaping
package import PhotoFeed

/// The lines that name entries without a thumbnail.
///
/// Only the first twenty are named; the summary counts all of them.
package struct FailureLines {
    private static let limit = 20
    private var count = 0

    package init() {}

    /// The line for the next entry; `nil` after the limit.
    package mutating func line(_ path: String, _ failure: ThumbnailFailure) -> String? {
        count += 1
        guard count <= Self.limit else { return nil }
        let reason = TerminalText.escape(failure.explanation(path: path))
        return "No thumbnail of \(TerminalText.truncate(path, width: 200)): \(reason)"
            + (count == Self.limit ? "; further failures are only counted" : "")
    }
}

extension ThumbnailFailure {
    /// The reason in words, for the file at `path`; a server's own text is returned unescaped.
    func explanation(path: String) -> String {
        switch reason {
        case Self.unsupportedFormat.reason:
            "Dropbox does not make thumbnails of this format (\(Self.format(of: path)))"
        case "unsupported_image": "Dropbox cannot read the picture; the file may be damaged"
        case "conversion_error": "Dropbox could not convert the picture"
        case "encrypted_content": "the file is encrypted"
        case "access_denied": "the account has no access to the file"
        case "not_found", "path/not_found": "the file is no longer on the server"
        default: reason.replacing("_", with: " ").replacing("/", with: ", ")
        }
    }

    /// The extension in capitals, or `no extension`.
    private static func format(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.dropFirst().lastIndex(of: "."), dot != name.indices.last else {
            return "no extension"
        }
        return String(name[name.index(after: dot)...].uppercased().prefix(20))
    }
}
