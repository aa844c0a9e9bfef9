public import HTTPGateway
import JSONReading
public import PhotoFeed
import SafeText

/// Fetches up to 25 thumbnails with one request.
public struct DropboxGetThumbnailBatch: DropboxRequest {
    /// The photos.
    public let ids: [NodeID]
    /// The size that the thumbnails fit into.
    public let size: ThumbnailSize

    let route = "files/get_thumbnail_batch"

    /// The most thumbnails that Dropbox puts into one answer.
    public static let limit = 25

    /// The most bytes that an answer may have; one that has more is asked for again in two halves.
    ///
    /// Twelve such answers may be in memory at once. It leaves 90 KB for each of 25 medium thumbnails, of which most
    /// have 25 KB, and 280 KB for each of 8 large ones.
    static let answerLimit = 3 << 20

    /// How many thumbnails of `size` fit into an answer, with room to spare.
    static func limit(for size: ThumbnailSize) -> Int { size == .large ? 8 : limit }

    /// Fetches the thumbnails of `ids`.
    public init(_ ids: [NodeID], size: ThumbnailSize) {
        precondition(ids.count <= Self.limit, "a batch holds at most \(Self.limit) thumbnails")
        self.ids = ids
        self.size = size
    }

    /// The argument.
    public var body: HTTPBody {
        let entries = ids.map { id in
            var entry = JSONArgument()
            entry.add("path", id.rawValue)
            entry.addThumbnailOptions(size)
            return entry
        }
        var argument = JSONArgument()
        argument.add("entries", entries)
        return .text(argument.closed, type: "application/json")
    }

    /// Memory.
    public var destination: HTTPDestination<[Result<DropboxThumbnail, ThumbnailFailure>]> {
        .memory(limit: Self.answerLimit)
    }

    /// One result for each of `ids`, in their order.
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
                    throw reader.badValue("\(entries.count) entries answer \(ids.count)")
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
            case ".tag": try reader.once(&tag)
            case "metadata": file = try DropboxThumbnail.File(&reader)
            case "thumbnail":
                bytes = try reader.string(decoding: Base64.decode)
                if bytes == nil { throw reader.badValue("not base64") }
            case "failure": reason = try DropboxFault.tags(&reader)
            default: try reader.skip()
            }
        }
        guard let tag else { throw reader.missing(".tag") }
        guard tag == "success" else {
            return .failure(ThumbnailFailure(dropbox: reason.isEmpty ? [tag] : reason))
        }
        guard let bytes else { throw reader.missing("thumbnail") }
        guard let file else { throw reader.missing("metadata") }
        return .success(DropboxThumbnail(of: file, media: .notAsked, bytes: bytes))
    }
}

extension ThumbnailFailure {
    private static let permanent: Set<String> = [
        "unsupported_extension", "unsupported_image", "conversion_error", "encrypted_content",
    ]

    /// The failure that Dropbox's `tags` name, the outermost first.
    init(dropbox tags: [String]) {
        self.init(
            reason: TerminalText.truncate(tags.joined(separator: "/"), width: 100),
            isPermanent: tags.first.map(Self.permanent.contains) ?? false)
    }
}
