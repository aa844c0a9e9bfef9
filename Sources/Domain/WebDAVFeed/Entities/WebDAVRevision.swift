import HTTPGateway
import PhotoFeed

/// The identity of an original at a WebDAV server: its path, and the revision of its listing.
///
/// A request cannot pin a revision, so each response has to state it: by its entity tag, or by the
/// time of the last change if the listing has no tags. A part continues a download only by a strong
/// validator (RFC 9110, 8.8), because a weak tag may stand for several contents of one second.
struct WebDAVRevision: ContentIdentity {
    let version: OriginalVersion

    /// The time after which two changes no longer have the same date.
    private static let settlingTime: Int64 = 60

    var key: String { "webdav \(version.pathKey) \(version.revision) \(version.size)" }

    /// Checks that `head` belongs to the version.
    ///
    /// - Throws: `FeedError` with `.malformedAnswer`.
    func check(_ head: HTTPResponseHead) throws(FeedError) {
        if identifies(head) { return }
        let fields = ["etag", "oc-etag", "last-modified"]
        let statesVersion = fields.contains { head.headers[$0] != nil }
        throw FeedError(
            .malformedAnswer,
            statesVersion
                ? "the server sent another version of the file"
                : "the server does not state the version of the file that it sent")
    }

    func identifies(_ head: HTTPResponseHead) -> Bool {
        // Some versions of Nextcloud send the tag in a field of their own.
        let tag = head.headers["etag"] ?? head.headers["oc-etag"]
        if let tag, MultistatusParser.tag(tag) == version.revision {
            return head.status != 206 || !tag.hasPrefix("W/")
        }
        guard let modified = head.headers["last-modified"].flatMap({ WebDAVDate.seconds($0) }),
            // A listing without the length of the file has a revision without one.
            ["\(modified)-\(version.size)", "\(modified)-"].contains(version.revision)
        else { return false }
        guard head.status == 206 else { return true }
        let now = head.headers["date"].flatMap { WebDAVDate.seconds($0) }
        return now.map { $0 >= modified + Self.settlingTime } ?? false
    }
}
