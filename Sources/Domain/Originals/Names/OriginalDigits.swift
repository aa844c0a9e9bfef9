import Digests
import PhotoFeed

/// Hexadecimal digits that an identifier of a server determines.
enum OriginalDigits {
    /// Returns the first `count` digits, at most 64, of the SHA-256 digest of `id`.
    static func of(_ id: NodeID, count: Int) -> String { of(id.rawValue, count: count) }

    /// Returns the first `count` digits, at most 64, of the SHA-256 digest of `text`.
    static func of(_ text: String, count: Int) -> String {
        String(SHA256.digest(of: text.utf8).hexadecimal.prefix(count))
    }
}
