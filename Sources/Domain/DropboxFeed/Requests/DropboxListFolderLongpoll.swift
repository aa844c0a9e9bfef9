public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Waits until a listing has changes, or until the time is over.
///
/// The request has no access token, and its server is `DropboxHosts.notify`.
public struct DropboxListFolderLongpoll: DropboxRequest {
    /// The longest wait that Dropbox accepts, in seconds.
    static let longestWait = 480
    /// The longest pause that an answer may ask for, in seconds.
    static let longestBackOff: Int64 = 3_600

    /// The position since which there may be changes.
    public let cursor: FeedCursor

    let route = "files/list_folder/longpoll"

    /// Creates the request for changes since `cursor`.
    public init(cursor: FeedCursor) { self.cursor = cursor }

    /// The argument, in JSON.
    public var body: HTTPBody {
        .argument {
            $0.member("cursor", cursor.rawValue)
            $0.member("timeout", Self.longestWait)
        }
    }

    /// Memory, up to 4 KiB.
    public var destination: HTTPDestination<ChangeNotice> { .memory(limit: 4 << 10) }

    /// Returns the answer; a pause of more than an hour counts as one hour.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> ChangeNotice {
        try parse(response.bytes) { reader throws(JSONError) in
            var hasChanges: Bool?
            var backOff: Int64?
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "changes":
                    if hasChanges != nil { throw reader.duplicate() }
                    hasChanges = try reader.boolean()
                case "backoff": try reader.readOnceIfPresent(&backOff)
                default: try reader.skip()
                }
            }
            guard let hasChanges else { throw reader.missing("changes") }
            let seconds = min(max(backOff ?? 0, 0), Self.longestBackOff)
            return ChangeNotice(hasChanges: hasChanges, backOff: .seconds(seconds))
        }
    }
}
