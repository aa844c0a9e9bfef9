import PhotoFeed
import TextFormats

/// An entry of Dropbox for a file, a folder or a deletion, before its kind is known.
///
/// Fields come in any order, and unknown ones are skipped.
struct DropboxEntry {
    private var tag: String?
    private var name: String?
    private var id: String?
    private var pathLower: String?
    private var pathDisplay: String?
    private var revision: String?
    private var size: Int64?
    private var contentHash: ContentHash?
    private var clientModified: FeedTime?
    private var serverModified: FeedTime?
    private var mediaInfo: MediaInfo?

    /// Reads an entry, the object at the position of `reader`.
    init(_ reader: inout JSONReader) throws(JSONError) {
        var entry = DropboxEntry()
        try reader.object { reader, field throws(JSONError) in
            try entry.read(field, &reader)
        }
        self = entry
    }

    private init() {}

    private mutating func read(
        _ field: JSONString, _ reader: inout JSONReader
    ) throws(JSONError) {
        switch field {
        case ".tag": try reader.readOnce(&tag)
        case "name": try reader.readOnce(&name)
        case "id": try reader.readOnce(&id)
        case "path_lower": try reader.readOnceIfPresent(&pathLower)
        case "path_display": try reader.readOnceIfPresent(&pathDisplay)
        case "rev": try reader.readOnce(&revision)
        case "size":
            if size != nil { throw reader.duplicate() }
            let value = try reader.integer()
            if value < 0 { throw reader.badValue("the size is negative") }
            size = value
        case "client_modified": try Self.time(&clientModified, &reader)
        case "server_modified": try Self.time(&serverModified, &reader)
        case "content_hash":
            if contentHash != nil { throw reader.duplicate() }
            guard let hash = ContentHash(hexDigits: try reader.text().utf8) else {
                throw reader.badValue("not 64 hexadecimal digits")
            }
            contentHash = hash
        case "media_info":
            if case .known(let info) = try MediaInfoState.dropbox(&reader) { mediaInfo = info }
        default: try reader.skip()
        }
    }

    private static func time(
        _ time: inout FeedTime?, _ reader: inout JSONReader
    ) throws(JSONError) {
        if time != nil { throw reader.duplicate() }
        guard let value = FeedTime(utf8: try reader.text().utf8) else {
            throw reader.badValue("not a time like 2015-05-12T15:50:38Z")
        }
        time = value
    }

    /// Returns the change of a feed that the entry describes.
    ///
    /// It is `nil` for an unknown kind of entry, and for an entry without a path in the account.
    func change(_ reader: borrowing JSONReader) throws(JSONError) -> NodeChange? {
        guard let tag else { throw reader.missing(".tag") }
        guard let pathLower else { return nil }
        guard pathLower.utf8.first == UInt8(ascii: "/"), pathLower.utf8.count > 1,
            pathLower.utf8.last != UInt8(ascii: "/")
        else { throw reader.badValue("path_lower is not a path below the root") }
        switch tag {
        case "file": return try file(pathLower, reader)
        case "folder":
            guard let name else { throw reader.missing("name") }
            guard let id else { throw reader.missing("id") }
            return .folder(
                FolderNode(
                    id: NodeID(rawValue: id), name: name, pathKey: pathLower,
                    pathDisplay: pathDisplay))
        case "deleted": return .deleted(pathKey: pathLower)
        default: return nil
        }
    }

    private func file(
        _ pathLower: String, _ reader: borrowing JSONReader
    ) throws(JSONError) -> NodeChange {
        guard let name else { throw reader.missing("name") }
        guard MediaFormats.isMedia(name) else { return .otherFile(pathKey: pathLower) }
        guard let id else { throw reader.missing("id") }
        guard let revision else { throw reader.missing("rev") }
        guard let size else { throw reader.missing("size") }
        guard let clientModified else { throw reader.missing("client_modified") }
        guard let serverModified else { throw reader.missing("server_modified") }
        return .media(
            MediaNode(
                id: NodeID(rawValue: id), name: name, pathKey: pathLower,
                pathDisplay: pathDisplay, revision: revision, size: size,
                contentHash: contentHash, clientModified: clientModified,
                serverModified: serverModified, mediaInfo: mediaInfo))
    }
}
