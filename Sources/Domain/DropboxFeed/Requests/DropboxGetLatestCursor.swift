public import HTTPGateway
import JSONReading
public import PhotoFeed

/// Asks for the cursor that stands for a folder's present state, without listing it.
public struct DropboxGetLatestCursor: DropboxRequest {
    /// The folder; empty for the whole account.
    public let folder: String

    let route = "files/list_folder/get_latest_cursor"

    /// Asks for the cursor of `folder`.
    public init(folder: String) { self.folder = folder == "/" ? "" : folder }

    /// The argument.
    public var body: HTTPBody {
        var argument = JSONArgument()
        argument.add("path", folder)
        argument.add("recursive", true)
        return .text(argument.closed, type: "application/json")
    }

    /// The cursor.
    public func handle(_ response: HTTPResponse) throws -> FeedCursor {
        try parse(response.bytes) { reader throws(JSONError) in
            var cursor: String?
            try reader.object { reader, field throws(JSONError) in
                if field == "cursor" { try reader.once(&cursor) } else { try reader.skip() }
            }
            guard let cursor else { throw reader.missing("cursor") }
            return FeedCursor(rawValue: cursor)
        }
    }
}
