public import HTTPGateway
import JSONText
public import PhotoFeed

/// Requests the account of the credential.
public struct DropboxGetCurrentAccount: DropboxRequest {
    let route = "users/get_current_account"

    /// The maximum length of an identifier in bytes; Dropbox's have 40 characters.
    private static let longestIdentifier = 255

    /// Creates the request.
    public init() {}

    /// An empty argument, which Dropbox writes as `null`.
    public var body: HTTPBody { .text("null", type: "application/json") }

    /// Memory, up to 1 MiB; the description of an account has some hundred bytes.
    public var destination: HTTPDestination<FeedAccount> { .memory(limit: 1 << 20) }

    /// Returns the account.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> FeedAccount {
        try parse(response.bytes) { reader throws(JSONError) in
            var identifier: String?
            try reader.object { reader, field throws(JSONError) in
                guard field == "account_id" else { return try reader.skip() }
                try reader.readOnce(&identifier)
            }
            guard let identifier else { throw reader.missing("account_id") }
            guard (1...Self.longestIdentifier).contains(identifier.utf8.count) else {
                throw reader.badValue("account_id must have 1 to \(Self.longestIdentifier) bytes")
            }
            return FeedAccount(rawValue: identifier)
        }
    }
}
