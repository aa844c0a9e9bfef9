import PhotoFeed
import SafeText

/// The lines that name entries without a thumbnail: the first twenty, since the summary counts them all.
struct FailureLines {
    private static let limit = 20
    private var count = 0

    /// What to say of one more failure; `nil` when enough has been said.
    mutating func line(_ id: NodeID, _ path: String, _ failure: ThumbnailFailure) -> String? {
        count += 1
        guard count <= Self.limit else { return nil }
        let photo = TerminalText.truncate(path, width: 200)
        let line = TerminalText.escape(" (\(id)): \(failure.reason)")
        return "No thumbnail of " + photo + line
            + (count == Self.limit ? "; others are only counted" : "")
    }
}
