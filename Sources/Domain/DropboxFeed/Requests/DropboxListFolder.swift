public import HTTPGateway
public import PhotoFeed

/// Begins to list a folder and everything below it.
public struct DropboxListFolder: DropboxRequest {
    /// The folder; empty for the whole account.
    public let folder: String
    /// How many entries a page may have; Dropbox takes 1 to 2,000 and treats it as a wish.
    public let limit: Int

    let route = "files/list_folder"

    /// Lists `folder`.
    public init(folder: String, limit: Int = 2_000) {
        // Dropbox refuses the slash that everybody else writes for the top.
        self.folder = folder == "/" ? "" : folder
        self.limit = limit
    }

    /// The argument.
    public var body: HTTPBody {
        var argument = JSONArgument()
        argument.add("path", folder)
        argument.add("recursive", true)
        argument.add("limit", limit)
        return .text(argument.closed, type: "application/json")
    }

    /// Memory.
    public var destination: HTTPDestination<FeedPage> { .memory(limit: pageBytes) }

    /// The first page.
    public func handle(_ response: HTTPResponse) throws -> FeedPage {
        try parse(response.bytes, FeedPage.init(dropbox:))
    }
}
