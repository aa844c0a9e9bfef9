public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Starts the listing of a folder and everything below it.
public struct DropboxListFolder: DropboxRequest {
    /// The folder; empty for the whole account.
    public let folder: String
    /// The approximate maximum number of entries in a page; Dropbox accepts 1 to 2,000.
    public let limit: Int

    let route = "files/list_folder"

    /// Creates the request for the first page of `folder`.
    public init(folder: String, limit: Int = 2_000) {
        // Dropbox rejects the slash, which is elsewhere the usual name of the top folder.
        self.folder = folder == "/" ? "" : folder
        self.limit = limit
    }

    /// The argument, in JSON.
    public var body: HTTPBody {
        .argument { json in
            json.member("path", folder)
            json.member("recursive", true)
            json.member("limit", limit)
        }
    }

    /// Memory, up to the maximum length of a page.
    public var destination: HTTPDestination<FeedPage> { .memory(limit: pageBytes) }

    /// Returns the first page.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> FeedPage {
        try parse(response.bytes, FeedPage.init(dropbox:))
    }
}
