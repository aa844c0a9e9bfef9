/// The results of a complete listing for the next run: tags, digests, abilities of the server.
struct WebDAVMemory: Hashable, Sendable {
    /// Whether the tag of a folder changes with everything below it.
    enum Propagation: String, Sendable {
        /// No change has shown it yet.
        case unknown
        /// The tag has changed when something changed deep below the folder.
        case seen
        /// Something changed deep below the folder, and the tag stayed the same.
        case refuted
    }

    /// The token from which the server reports changes; `nil` if it does not.
    var syncToken: String?
    /// The tag of the folder, from before its members were listed; `nil` if it has none.
    var tag: String?
    /// The digest of what is directly in the folder.
    var near = WebDAVDigest()
    /// The digest of what is in its subfolders.
    var deep = WebDAVDigest()
    /// Whether tags propagate.
    var propagation = Propagation.unknown
    /// The server's time of the last complete listing, in seconds since 1970; 0 if it is unknown.
    var listed: Int64 = 0
    /// Whether the server has identifiers of files.
    var hasFileIDs = false
    /// The other abilities of the server.
    var abilities = WebDAVAbilities()

    /// The time after which an unchanged tag no longer replaces a listing, in seconds.
    static let trustedTime: Int64 = 86_400

    /// Whether a listing asks for the digests of files.
    ///
    /// Servers with identifiers have digests of some files. Others have them of all, or of none.
    var asksForChecksums: Bool { hasFileIDs || abilities[.checksums] != false }

    /// Returns the memory with the evidence that the difference to the earlier listing gives.
    func comparing(with former: WebDAVMemory?) -> WebDAVMemory {
        guard let former else { return self }
        var memory = self
        memory.propagation = former.propagation
        guard deep != former.deep else { return memory }
        if tag == nil || tag == former.tag {
            memory.propagation = .refuted
        } else if near == former.near, former.propagation == .unknown {
            // Nothing but the deep change explains the new tag.
            memory.propagation = .seen
        }
        return memory
    }

    /// Whether the tag proves at the server's time `now` that nothing has changed.
    func isUnchanged(tag: String?, now: Int64?) -> Bool {
        guard propagation == .seen, let tag, let now else { return false }
        return tag == self.tag && (0..<Self.trustedTime).contains(now - listed)
    }
}
