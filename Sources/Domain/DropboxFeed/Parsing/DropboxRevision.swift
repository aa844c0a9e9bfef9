import HTTPGateway
import PhotoFeed
import TextFormats

/// The identity of an original at Dropbox: its revision, length and content hash.
///
/// Dropbox sends weak entity tags, so a download is resumed by the revision that the request pins.
/// Each response states its revision in the field `Dropbox-API-Result`.
struct DropboxRevision: ContentIdentity {
    let version: OriginalVersion

    var key: String {
        "dropbox \(version.revision) \(version.size) "
            + (version.contentHash.map { "\($0)" } ?? "-")
    }

    func identifies(_ head: HTTPResponseHead) -> Bool {
        guard let field = head.headers["Dropbox-API-Result"] else { return false }
        let stated = try? JSONReader.read(field.utf8) { reader throws(JSONError) in
            var (revision, size, hash): (String?, Int64?, String?) = (nil, nil, nil)
            try reader.object { reader, field throws(JSONError) in
                switch field {
                case "rev": try reader.readOnce(&revision)
                case "size": size = try reader.integer()
                case "content_hash": try reader.readOnce(&hash)
                default: try reader.skip()
                }
            }
            return (revision, size, hash)
        }
        guard let stated, stated.0 == version.revision, stated.1 == version.size else {
            return false
        }
        guard let expected = version.contentHash, let hash = stated.2 else { return true }
        return ContentHash(hash) == expected
    }

    /// Dropbox reports a range outside the file as the conflict `range/not_satisfiable`.
    func isUnsatisfiableRange(_ response: HTTPResponse) -> Bool {
        response.status == 416
            || response.status == 409
                && DropboxAPIError(body: response.bytes).tags.first == "range"
    }

    /// The path of the version, for the argument of a request.
    var argument: HTTPHeaders {
        let argument = JSONWriter.object(escaping: .nonASCII) { json in
            json.member("path", "rev:" + version.revision)
        }
        return ["Dropbox-API-Arg": String(decoding: argument, as: UTF8.self)]
    }
}
