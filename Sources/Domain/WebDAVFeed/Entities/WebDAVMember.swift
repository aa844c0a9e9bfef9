import PhotoFeed

/// A member of a multistatus answer: a file or a folder as its server describes it.
struct WebDAVMember: Hashable, Sendable {
    /// The form of an entity tag.
    enum TagForm: Hashable, Sendable {
        case quoted, unquoted
        /// With the mark of weak tags, which may stand for several contents.
        case weak
    }

    /// The path below the base of the account; empty for the base itself.
    var path: String
    /// The status of the member itself; `nil` if only its properties have statuses.
    var status: Int?
    /// Whether at least one property is known.
    var hasProperties = false
    /// Whether it is a folder; a member of an unknown type is a file.
    var isFolder = false
    /// The length in bytes; `nil` if it is unknown.
    var length: Int64?
    /// The time of the last change; `nil` if it is unknown.
    var modified: FeedTime?
    /// The entity tag, without quotation marks and the mark of weak tags.
    var tag: String?
    /// The server's identifier of the file, which survives a move.
    var fileID: String?
    /// The form of the tag in the answer; `nil` without a tag.
    var tagForm: TagForm?
    /// The strongest digest of the content that the server states; `nil` without one.
    var contentHash: ContentHash?
    /// Whether the server has a smaller picture of the file; `nil` if it has none of any file.
    var hasPreview: Bool?
    /// Whether the server reports the changes of this folder since a token (RFC 6578).
    var reportsChanges = false

    /// Whether the server has described the member, so that it exists.
    var isDescribed: Bool { hasProperties && (status.map { 200..<300 ~= $0 } ?? true) }

    /// The state of the content: it differs after every change that the server reveals.
    var revision: String {
        if let tag { return tag }
        let time = modified.map { String($0.secondsSinceEpoch) } ?? ""
        return "\(time)-\(length.map(String.init) ?? "")"
    }

    /// The member as a change of the feed.
    var change: NodeChange {
        let name =
            path.utf8.lastIndex(of: UInt8(ascii: "/"))
            .map { String(path[path.utf8.index(after: $0)...]) } ?? path
        let id = NodeID(rawValue: fileID.map { "fileid:\($0)" } ?? path)
        if isFolder { return .folder(FolderNode(id: id, name: name, pathKey: path)) }
        guard MediaFormats.isMedia(name) else { return .otherFile(pathKey: path) }
        let time = modified ?? FeedTime(secondsSinceEpoch: 0)
        return .media(
            MediaNode(
                id: id, name: name, pathKey: path, revision: revision, size: length ?? 0,
                contentHash: contentHash, clientModified: time, serverModified: time,
                hasThumbnailFormat: true))
    }
}

/// A part of a multistatus answer.
struct WebDAVPart: Hashable, Sendable {
    /// The end of an answer, which is complete.
    struct End: Hashable, Sendable {
        /// The token from which the server reports later changes; `nil` if it has none.
        var syncToken: String?
        /// The server's time in seconds since 1970; `nil` if it is unknown.
        var time: Int64?
        /// The first address of a member that is outside the base; `nil` if all are below it.
        var foreign: WebDAVForeignAddress?
    }

    /// The members, in the order of the answer.
    var members: [WebDAVMember]
    /// The end of the answer; `nil` if more parts follow.
    var end: End?
}
