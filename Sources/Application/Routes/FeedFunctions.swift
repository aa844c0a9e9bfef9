package import Foundation
package import HTTPGateway

/// The functions of the feed that other features use.
package protocol FeedFunctions: Sendable {
    /// Brings the library in `library` up to date with the server at `endpoint`, and shows the run.
    ///
    /// - Throws: the error that ended the run; `CancellationError` after an interruption.
    @MainActor func sync(library: URL, endpoint: HTTPURL, secret: String) async throws

    /// The keys of the paths of the newest photos and videos in `library`, at most `count`.
    @MainActor func newestPaths(_ count: Int, library: URL) async throws -> [String]

    /// Writes the web page of `library` into `folder`.
    ///
    /// - Returns: its summary in one sentence.
    @MainActor func writeGallery(library: URL, folder: URL, title: String) async throws -> String
}
