package import PhotoFeed
import TextFormats

/// The lines that name entries without a thumbnail, and what the server has not listed.
///
/// Only the first twenty of each are named; the summary counts all of them.
package struct FailureLines: Equatable, Sendable {
    package static let limit = 20
    /// The name of the provider, and its sentences by `ThumbnailFailure.reason`.
    private let provider: String
    private let reasons: [String: String]
    private var count = 0
    private var unlistedCount = 0

    package init(provider: FeedProvider) {
        (self.provider, reasons) = (provider.displayName, provider.thumbnailReasons)
    }

    /// The line for the next entry; `nil` after the limit.
    ///
    /// The end of the run states that a server makes no thumbnails, and not the line of each entry.
    package mutating func line(_ path: String, _ failure: ThumbnailFailure) -> String? {
        guard failure != .providerWithoutThumbnails else { return nil }
        count += 1
        guard count <= Self.limit else { return nil }
        let reason = TerminalText.escape(explanation(failure, path: path))
        return "No thumbnail of \(TerminalText.truncate(path, width: 200)): \(reason)"
            + (count == Self.limit ? "; further failures are only counted" : "")
    }

    /// The line for the next folder or file that the server has not listed; `nil` after the limit.
    package mutating func line(_ unlisted: FeedError) -> String? {
        unlistedCount += 1
        guard unlistedCount <= Self.limit else { return nil }
        return "Left as it was: \(TerminalText.escape(unlisted.message))"
            + (unlistedCount == Self.limit ? "; further ones are only counted" : "")
    }

    /// The reason in words, for the file at `path`; a server's own text is returned unescaped.
    private func explanation(_ failure: ThumbnailFailure, path: String) -> String {
        guard failure.reason != ThumbnailFailure.unsupportedFormat.reason else {
            return "\(provider) does not make thumbnails of this format "
                + "(\(Self.format(of: path)))"
        }
        return reasons[failure.reason]
            ?? failure.reason.replacing("_", with: " ").replacing("/", with: ", ")
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
