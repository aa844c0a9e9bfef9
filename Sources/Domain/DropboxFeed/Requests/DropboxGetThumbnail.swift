public import HTTPGateway
public import PhotoFeed
import TextFormats

/// Fetches one thumbnail, with the metadata that Dropbox found in the picture.
public struct DropboxGetThumbnail: DropboxRequest {
    /// The photo.
    public let id: NodeID
    /// The size that the thumbnail fits into.
    public let size: ThumbnailSize

    let route = "files/get_thumbnail_v2"

    /// Creates the request for the thumbnail of `id`.
    public init(_ id: NodeID, size: ThumbnailSize) {
        self.id = id
        self.size = size
    }

    /// The argument, in the field `Dropbox-API-Arg`.
    public var headers: HTTPHeaders {
        // A header field is ASCII.
        let argument = JSONWriter.object(escaping: .nonASCII) { json in
            json.object("resource") { json in
                json.member(".tag", "path")
                json.member("path", id.rawValue)
            }
            json.thumbnailOptions(size)
        }
        return ["Dropbox-API-Arg": String(decoding: argument, as: UTF8.self)]
    }

    /// Memory, up to the maximum length of a thumbnail.
    public var destination: HTTPDestination<DropboxThumbnail> {
        .memory(limit: DropboxThumbnail.lengthLimit)
    }

    /// Returns the picture with its metadata.
    ///
    /// - Throws: `FeedError` when the answer is malformed.
    public func handle(_ response: HTTPResponse) throws -> DropboxThumbnail {
        guard let result = response.headers["Dropbox-API-Result"] else {
            throw FeedError(
                .malformedAnswer, "the response to \(route) lacks the field Dropbox-API-Result")
        }
        let file = try parse(result.utf8) { reader throws(JSONError) in
            var file: DropboxThumbnail.File?
            try reader.object { reader, field throws(JSONError) in
                guard field == "file_metadata" else { return try reader.skip() }
                file = try DropboxThumbnail.File(&reader)
            }
            guard let file else { throw reader.missing("file_metadata") }
            return file
        }
        return DropboxThumbnail(
            of: file, media: file.media ?? .nothing, bytes: response.bytes)
    }
}

/// A thumbnail as Dropbox sends it.
public struct DropboxThumbnail: Hashable, Sendable {
    /// The revision of the file from which it was made.
    public let revision: String?
    /// The encoded picture.
    public let bytes: [UInt8]
    /// Dropbox's answer about the metadata in the original.
    public let media: MediaInfoState

    /// The maximum length of a thumbnail in bytes.
    static let lengthLimit = 2 << 20

    /// The part of the file's metadata that is read; the rest is known from the listing.
    struct File {
        var revision: String?
        /// Dropbox's answer about the metadata in the file; `nil` if the field is missing.
        var media: MediaInfoState?

        /// Reads a file's metadata, the object at the position of `reader`.
        init(_ reader: inout JSONReader) throws(JSONError) {
            var (revision, media): (String?, MediaInfoState?) = (nil, nil)
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "rev": try reader.readOnce(&revision)
                case "media_info": media = try MediaInfoState.dropbox(&reader)
                default: try reader.skip()
                }
            }
            self.revision = revision
            self.media = media
        }
    }

    init(of file: File, media: MediaInfoState, bytes: [UInt8]) {
        revision = file.revision
        self.media = media
        self.bytes = bytes
    }

    /// Whether it is a JPEG that is complete to its end; see `JPEGStructure`.
    var isJPEG: Bool { bytes.count <= Self.lengthLimit && JPEGStructure.isComplete(bytes) }
}
