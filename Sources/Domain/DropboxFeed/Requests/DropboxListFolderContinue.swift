public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Continues a listing, or requests the changes since its end.
public struct DropboxListFolderContinue: DropboxRequest {
    /// The position from which to continue.
    public let cursor: FeedCursor

    let route = "files/list_folder/continue"

    /// Creates the request for the page after `cursor`.
    public init(cursor: FeedCursor) { self.cursor = cursor }

    /// The argument, in JSON.
    public var body: HTTPBody { .argument { $0.member("cursor", cursor.rawValue) } }

    /// Memory, up to the maximum length of a page.
    public var destination: HTTPDestination<FeedPage> { .memory(limit: pageBytes) }

    /// Returns the next page.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> FeedPage {
        try parse(response.bytes, FeedPage.init(dropbox:))
    }
}
