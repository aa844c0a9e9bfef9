public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Fetches up to 25 thumbnails with one request.
public struct DropboxGetThumbnailBatch: DropboxRequest {
    /// The photos.
    public let ids: [NodeID]
    /// The size that the thumbnails fit into.
    public let size: ThumbnailSize

    let route = "files/get_thumbnail_batch"

    /// The maximum number of thumbnails in one answer of Dropbox.
    public static let limit = 25

    /// The maximum length of an answer in bytes; a longer one is requested again in two halves.
    ///
    /// Twelve such answers may be in memory at once. The limit leaves 90 KB for each of 25 medium
    /// thumbnails, most of which have 25 KB, and 280 KB for each of 8 large ones.
    static let responseLimit = 3 << 20

    /// Returns the number of thumbnails of `size` that fit into an answer, with a margin.
    static func limit(for size: ThumbnailSize) -> Int { size == .large ? 8 : limit }

    /// Creates the request for the thumbnails of `ids`, at most `limit`.
    public init(_ ids: [NodeID], size: ThumbnailSize) {
        precondition(ids.count <= Self.limit, "a batch has at most \(Self.limit) thumbnails")
        self.ids = ids
        self.size = size
    }

    /// The argument, in JSON.
    public var body: HTTPBody {
        .argument { json in
            json.array("entries") { json in
                for id in ids {
                    json.object { json in
                        json.member("path", id.rawValue)
                        json.thumbnailOptions(size)
                    }
                }
            }
        }
    }

    /// Memory, up to the maximum length of an answer.
    public var destination: HTTPDestination<[Result<DropboxThumbnail, ThumbnailFailure>]> {
        .memory(limit: Self.responseLimit)
    }

    /// Returns one result for each of `ids`, in their order.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(
        _ response: HTTPResponse
    ) throws -> [Result<DropboxThumbnail, ThumbnailFailure>] {
        try parse(response.bytes) { reader throws(JSONError) in
            var results: [Result<DropboxThumbnail, ThumbnailFailure>]?
            try reader.object { reader, field throws(JSONError) in
                guard field == "entries" else { return try reader.skip() }
                if results != nil { throw reader.duplicate() }
                var entries: [Result<DropboxThumbnail, ThumbnailFailure>] = []
                try reader.array { reader throws(JSONError) in
                    entries.append(try Self.entry(&reader))
                }
                guard entries.count == ids.count else {
                    throw reader.badValue("\(entries.count) entries for \(ids.count) thumbnails")
                }
                results = entries
            }
            guard let results else { throw reader.missing("entries") }
            return results
        }
    }

    private static func entry(
        _ reader: inout JSONReader
    ) throws(JSONError) -> Result<DropboxThumbnail, ThumbnailFailure> {
        var tag: String?
        var file: DropboxThumbnail.File?
        var bytes: [UInt8]?
        var reason: [String] = []
        try reader.object { reader, field throws(JSONError) in
            switch field {
            case ".tag": try reader.readOnce(&tag)
            case "metadata": file = try DropboxThumbnail.File(&reader)
            case "thumbnail":
                bytes = try reader.string { Base64.decode($0) }
                if bytes == nil { throw reader.badValue("not base64") }
            case "failure": reason = try DropboxAPIError.tags(&reader)
            default: try reader.skip()
            }
        }
        guard let tag else { throw reader.missing(".tag") }
        guard tag == "success" else {
            return .failure(ThumbnailFailure(dropbox: reason.isEmpty ? [tag] : reason))
        }
        guard let bytes else { throw reader.missing("thumbnail") }
        guard let file else { throw reader.missing("metadata") }
        return .success(DropboxThumbnail(of: file, media: .notRequested, bytes: bytes))
    }
}

extension ThumbnailFailure {
    private static let permanent: Set<String> = [
        "unsupported_extension", "unsupported_image", "conversion_error", "encrypted_content",
    ]

    /// Creates the failure for Dropbox's `tags`, the outermost first.
    init(dropbox tags: [String]) {
        self.init(
            reason: TerminalText.truncate(tags.joined(separator: "/"), width: 100),
            isPermanent: tags.first.map(Self.permanent.contains) ?? false)
    }
}
