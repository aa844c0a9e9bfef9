import HTTPGateway

/// Asks for the properties of a folder and of its members.
struct WebDAVPropfind: WebDAVRequest {
    /// The members of an answer.
    enum Depth: String, Hashable, Sendable {
        /// The folder alone.
        case itself = "0"
        /// The folder and what is directly in it.
        case members = "1"
        /// Everything below the folder.
        case everything = "infinity"
    }

    /// The folder's path below the base.
    let folder: String
    /// The depth; without it, each server has a default of its own.
    let depth: Depth
    /// The properties, each with its element.
    let properties: [WebDAVProperty]
    let base: WebDAVBase
    let partLimit: Int

    var method: HTTPMethod { .propfind }
    /// The path with a slash at its end, without which some servers redirect.
    var path: String { folder + "/" }
    var headers: HTTPHeaders { ["Depth": depth.rawValue] }
    var body: HTTPBody { .xml(root: "propfind", properties.element) }
}

/// Asks for the changes of a folder and everything below it since a token (RFC 6578).
struct WebDAVSyncReport: WebDAVRequest {
    /// The folder's path below the base.
    let folder: String
    /// The token of the earlier report; empty for everything.
    let token: String
    /// The properties, each with its element.
    let properties: [WebDAVProperty]
    let base: WebDAVBase
    let partLimit: Int

    var method: HTTPMethod { .report }
    var path: String { folder + "/" }
    var headers: HTTPHeaders { ["Depth": "0"] }

    /// The report; it states no limit, because servers lose changes behind one.
    var body: HTTPBody {
        .xml(
            root: "sync-collection",
            "<d:sync-token>\(token.xmlEscaped)</d:sync-token>"
                + "<d:sync-level>infinite</d:sync-level>" + properties.element)
    }
}

/// A property that is requested.
enum WebDAVProperty: String, Sendable {
    case type = "<d:resourcetype/>"
    case length = "<d:getcontentlength/>"
    case modified = "<d:getlastmodified/>"
    case tag = "<d:getetag/>"
    case reports = "<d:supported-report-set/>"
    case fileID = "<oc:fileid/>"
    case checksums = "<oc:checksums/>"
    case hasPreview = "<nc:has-preview/>"
}

extension [WebDAVProperty] {
    /// The properties of a member; only servers that may have identifiers and digests are asked.
    static func member(of memory: WebDAVMemory) -> [WebDAVProperty] {
        [.type, .length, .modified, .tag] + (memory.hasFileIDs ? [.fileID] : [])
            + (memory.asksForChecksums ? [.checksums] : [])
    }

    /// The properties that reveal the abilities of a server.
    static let probe: [WebDAVProperty] = [.type, .tag, .reports, .fileID, .hasPreview]

    fileprivate var element: String { "<d:prop>\(map(\.rawValue).joined())</d:prop>" }
}

extension HTTPBody {
    fileprivate static func xml(root: String, _ content: String) -> HTTPBody {
        .text(
            """
            <?xml version="1.0" encoding="utf-8"?>\
            <d:\(root) xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" \
            xmlns:nc="http://nextcloud.org/ns">\(content)</d:\(root)>
            """, type: "application/xml; charset=utf-8")
    }
}

extension String {
    /// The text as the content of an element.
    fileprivate var xmlEscaped: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
