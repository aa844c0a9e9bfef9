public import HTTPGateway
public import PhotoFeed

/// Goes on with a listing, or asks for what has changed since it ended.
public struct DropboxListFolderContinue: DropboxRequest {
    /// Where to go on.
    public let cursor: FeedCursor

    let route = "files/list_folder/continue"

    /// Goes on from `cursor`.
    public init(cursor: FeedCursor) { self.cursor = cursor }

    /// The argument.
    public var body: HTTPBody {
        var argument = JSONArgument()
        argument.add("cursor", cursor.rawValue)
        return .text(argument.closed, type: "application/json")
    }

    /// Memory.
    public var destination: HTTPDestination<FeedPage> { .memory(limit: pageBytes) }

    /// The next page.
    public func handle(_ response: HTTPResponse) throws -> FeedPage {
        try parse(response.bytes, FeedPage.init(dropbox:))
    }
}
