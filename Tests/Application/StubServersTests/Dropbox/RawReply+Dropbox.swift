import Foundation
import LoopbackTestKit

/// The parts of Dropbox's responses.
extension RawReply {
    /// The body as a JSON object; empty when it is none.
    var object: [String: Any] { Self.object(body) }

    /// The metadata that travels in a header.
    var result: [String: Any] { Self.object(Array((headers["dropbox-api-result"] ?? "").utf8)) }

    var entries: [[String: Any]] { object["entries"] as? [[String: Any]] ?? [] }

    var cursor: String { object["cursor"] as? String ?? "" }

    var hasMore: Bool? { object["has_more"] as? Bool }

    /// The error's nested tags: `path/not_found`.
    var errorTags: String {
        var tags: [String] = []
        var error = object["error"] as? [String: Any]
        while let current = error, let tag = current[".tag"] as? String {
            tags.append(tag)
            error = current[tag] as? [String: Any]
        }
        return tags.joined(separator: "/")
    }

    private static func object(_ bytes: [UInt8]) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
    }
}
