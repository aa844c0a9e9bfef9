/// The results of a complete listing for the next run: tags, digests, abilities of the server.
struct WebDAVMemory: Hashable, Sendable {
    /// The token from which the server reports changes; `nil` if it does not.
    var syncToken: String?
    /// The tag of the folder, from before its members were listed; `nil` if it has none.
    var tag: String?
    /// The digest of what is directly in the folder.
    var near = WebDAVDigest()
    /// The digest of what is in its subfolders.
    var deep = WebDAVDigest()
    /// Whether tags propagate.
    var propagation = WebDAVPropagation.unknown
    /// The server's time of the last complete listing, in seconds since 1970; 0 if it is unknown.
    var listed: Int64 = 0
    /// Whether the server has identifiers of files.
    var hasFileIDs = false
    /// The other abilities of the server.
    var abilities = WebDAVAbilities()
    /// The folders of the walk with their tags; `nil` without tags, or if there are too many.
    var folders: WebDAVFolders?

    /// The time after which an unchanged tag no longer replaces a listing, in seconds.
    static let trustedTime: Int64 = 86_400

    /// The times that a listing can have: the years 0 to 9999.
    static let times: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Whether a listing asks for the digests of files.
    ///
    /// Servers with identifiers have digests of some files. Others have them of all, or of none.
    var asksForChecksums: Bool { hasFileIDs || abilities[.checksums] != false }

    /// Returns the memory with the evidence about tags from the listing before.
    func continuing(_ former: WebDAVMemory?) -> WebDAVMemory {
        var memory = self
        memory.propagation = former?.propagation ?? propagation
        return memory
    }

    /// Returns the memory with the evidence that the difference to the earlier listing gives.
    func comparing(with former: WebDAVMemory?) -> WebDAVMemory {
        var memory = continuing(former)
        // A listing without a part has no tag. That part may be listed now with an old tag.
        guard let former, deep != former.deep, tag == nil || former.tag != nil else {
            return memory
        }
        let evidence = former.folders.flatMap { folders?.evidence(since: $0) } ?? .unknown
        if tag == nil || tag == former.tag || evidence == .refuted {
            memory.propagation = .refuted
        } else if near == former.near, former.propagation == .unknown {
            // Nothing but the deep change explains the new tag.
            memory.propagation = .seen
        }
        return memory
    }

    /// Whether the tag proves at the server's time `now` that nothing has changed.
    func isUnchanged(tag: String?, now: Int64?) -> Bool {
        tag != nil && tag == self.tag && trustsTags(now: now)
    }

    /// Whether unchanged tags of folders replace their listings at the server's time `now`.
    func trustsTags(now: Int64?) -> Bool {
        guard propagation == .seen, let now else { return false }
        return (0..<Self.trustedTime).contains(now - listed)
    }
}
