public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Requests the account of the credential.
public struct DropboxGetCurrentAccount: DropboxRequest {
    let route = "users/get_current_account"

    /// The maximum length of an identifier in bytes; Dropbox's have 40 characters.
    private static let longestIdentifier = 255
    /// The maximum length of a name or an e-mail address in bytes; longer ones are not shown.
    private static let longestName = 1_000

    /// Creates the request.
    public init() {}

    /// An empty argument, which Dropbox writes as `null`.
    public var body: HTTPBody { .text("null", type: "application/json") }

    /// Memory, up to 1 MiB; the description of an account has some hundred bytes.
    public var destination: HTTPDestination<AccountIdentity> { .memory(limit: 1 << 20) }

    /// Returns the account with the name of its owner.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> AccountIdentity {
        try parse(response.bytes) { reader throws(JSONError) in
            var identifier: String?
            var (name, email): (String?, String?)
            var spaces: (root: String?, home: String?)
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "account_id": try reader.readOnce(&identifier)
                case "email": email = try Self.text(&reader)
                case "name": name = try Self.displayName(&reader)
                case "root_info": spaces = try Self.spaces(&reader)
                default: try reader.skip()
                }
            }
            guard let identifier else { throw reader.missing("account_id") }
            guard (1...Self.longestIdentifier).contains(identifier.utf8.count) else {
                throw reader.badValue("account_id must have 1 to \(Self.longestIdentifier) bytes")
            }
            return AccountIdentity(
                account: FeedAccount(rawValue: identifier), name: Self.short(name),
                email: Self.short(email),
                teamSpace: spaces.root == spaces.home ? nil : Self.short(spaces.root))
        }
    }

    private static func short(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count <= longestName ? $0 : nil }
    }

    /// Reads a text that a sync does not depend on; `nil` for a value of another type.
    private static func text(_ reader: inout JSONReader) throws(JSONError) -> String? {
        if try reader.kind() == .string { return try reader.string() }
        try reader.skip()
        return nil
    }

    private static func displayName(_ reader: inout JSONReader) throws(JSONError) -> String? {
        var name: String?
        try fields(&reader) { reader, field throws(JSONError) in
            if field == "display_name" { name = try text(&reader) } else { try reader.skip() }
        }
        return name
    }

    /// Reads the identifiers of the root and of the owner's own space, which differ in a team.
    private static func spaces(
        _ reader: inout JSONReader
    ) throws(JSONError) -> (root: String?, home: String?) {
        var spaces: (root: String?, home: String?)
        try fields(&reader) { reader, field throws(JSONError) in
            switch field {
            case "root_namespace_id": spaces.root = try text(&reader)
            case "home_namespace_id": spaces.home = try text(&reader)
            default: try reader.skip()
            }
        }
        return spaces
    }

    /// Reads the fields of an object that a sync does not depend on; skips another value.
    private static func fields(
        _ reader: inout JSONReader,
        _ read: (inout JSONReader, JSONString) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try reader.kind() == .object else { return try reader.skip() }
        try reader.object(read)
    }
}
