import PhotoFeed
import TextFormats

// The listing of one folder after the other, and its end.

extension WebDAVListing {
    /// Takes the end of the answer with everything below the folder.
    ///
    /// Each folder without members is asked for once more, because some servers limit the depth
    /// without saying so.
    mutating func swept() -> [Action] {
        guard answer.isComplete else { return fallBack(answer.incomplete) }
        memory.abilities[.infinity] = true
        return seed()
    }

    /// Takes the end of a report of everything.
    mutating func reported(_ end: WebDAVPart.End) -> [Action] {
        guard !answer.isDamaged, answer.describesMembers, let token = end.syncToken,
            !answer.isCut || token != memory.syncToken
        else {
            return fallBack(
                FeedError(.malformedAnswer, "the report of everything is not complete"))
        }
        memory.syncToken = token
        guard answer.isCut else { return seed() }
        stack += answer.leaves
        memory.near.insert(answer.near)
        memory.deep.insert(answer.deep)
        return flush() + request(.changes(token), .reporting)
    }

    /// Takes the end of a report of changes.
    mutating func followed(_ end: WebDAVPart.End) -> [Action] {
        guard !answer.isDamaged, answer.describesMembers, let token = end.syncToken,
            !answer.isCut || token != memory.syncToken
        else {
            former?.syncToken = nil
            return [.fail(FeedError(.cursorReset, "the report of the changes is not complete"))]
        }
        memory.syncToken = token
        stack += answer.leaves
        isSeeded = true
        return answer.isCut ? request(.changes(token), .following) : next()
    }

    private mutating func seed() -> [Action] {
        memory.near.insert(answer.near)
        memory.deep.insert(answer.deep)
        stack = (stack + answer.leaves).sorted(by: WebDAVPath.isAfter)
        isSeeded = true
        return flush() + next()
    }

    /// Takes the end of the members of a folder.
    mutating func walked(_ path: String) -> [Action] {
        guard answer.isUsable else {
            return path == folder ? [.fail(answer.incomplete)] : skip(path, answer.incomplete)
        }
        if path == folder {
            memory.near.insert(answer.near)
        } else {
            memory.deep.insert(answer.near)
        }
        let tag = path == folder ? memory.tag : tags.removeValue(forKey: ByteEqualString(path))
        memory.folders?.append(path, tag: tag, digest: answer.near)
        for (path, error) in answer.omissions { omit(path, error) }
        var changed: [String] = []
        for member in answer.folders where !keep(member) {
            changed.append(member.path)
            if memory.folders != nil { tags[ByteEqualString(member.path)] = member.tag }
        }
        if memory.folders?.folders.count ?? 0 > WebDAVFolders.limit {
            memory.folders = nil
            tags = [:]
        }
        stack += changed.sorted(by: WebDAVPath.isAfter)
        position = path
        return flush() + next()
    }

    /// Returns whether a subfolder has the tag of the walk before, so that it is not listed.
    private mutating func keep(_ member: WebDAVMember) -> Bool {
        guard isPruning,
            let kept = former?.folders?.subtree(at: member.path, tag: member.tag)
        else { return false }
        for folder in kept { memory.deep.insert(folder.digest) }
        memory.folders?.append(contentsOf: kept)
        changes.append(.unchanged(pathKey: member.path))
        return true
    }

    /// Takes the members of the parent of a folder that is missing.
    mutating func confirmed(_ path: String) -> [Action] {
        guard answer.isComplete else { return skip(path, answer.incomplete) }
        if answer.folders.contains(where: { $0.path.utf8.elementsEqual(path.utf8) }) {
            return skip(
                path, FeedError(.malformedAnswer, "\(path): the server names it, but has none"))
        }
        // It was removed after its parent was listed.
        var member = WebDAVMember(path: path)
        member.isFolder = true
        if WebDAVPath.parent(of: path) == folder {
            memory.near.remove(member)
        } else {
            memory.deep.remove(member)
        }
        if isPruning { former?.folders?.forgetTags(below: path) }
        // The digest of the parent has a member too many.
        memory.folders = nil
        if !isCheck { changes.append(.deleted(pathKey: path)) }
        return flush() + next()
    }

    /// Continues without a folder that could not be listed.
    mutating func skip(_ path: String, _ error: FeedError) -> [Action] {
        omit(path, error)
        return flush() + next()
    }

    /// Leaves out a part that could not be listed; the library keeps what it has there.
    ///
    /// The next walk lists the folders above it, whatever their tags are.
    private mutating func omit(_ path: String, _ error: FeedError) {
        isPartial = true
        changes.append(.unlisted(pathKey: path, error))
        // The library may keep more than a later listing finds there. No member has this path.
        memory.deep.insert(WebDAVMember(path: path + "/"))
        for folder in WebDAVPath.folders(from: folder, to: path) {
            memory.folders?.forgetTag(of: folder)
        }
    }

    /// Takes the members of a folder above the place at which a listing continues.
    mutating func located(_ index: Int) -> [Action] {
        guard answer.isComplete else {
            return [.fail(FeedError(.cursorReset, answer.incomplete.message))]
        }
        var folders = answer.folders.map(\.path)
        if index + 1 < chain.count {
            let done = chain[index + 1]
            folders = folders.filter { WebDAVPath.isAfter($0, done) }
        }
        stack += folders.sorted(by: WebDAVPath.isAfter)
        guard index + 1 < chain.count else { return next() }
        return request(.list(chain[index + 1], .members), .locating(index + 1))
    }

    /// Requests the next folder, or ends the listing.
    mutating func next() -> [Action] {
        if let path = stack.popLast() {
            // From now on, the library may have members that are newer than the tag.
            if isPruning { former?.folders?.forgetTag(of: path) }
            return request(.list(path, .members), .walking(path))
        }
        return end()
    }

    // MARK: The end

    private mutating func end() -> [Action] {
        if isDelta {
            // The next report has to name a folder again that could not be listed.
            let reached = isPartial ? former ?? memory : memory
            return [.send(page(reached, .following, hasMore: false)), .complete]
        }
        var listed = isPartial ? memory.continuing(former) : memory.comparing(with: former)
        if isPartial {
            // Neither shows that the missing part can be listed again.
            listed.tag = nil
            listed.syncToken = nil
        }
        guard isCheck, let former else {
            return [.send(page(listed, .following, hasMore: false)), .complete]
        }
        if listed.near == former.near, listed.deep == former.deep {
            return [.send(page(listed, .following, hasMore: false)), .complete]
        }
        // The listing that follows compares with the evidence, but not a second time.
        self.former = listed
        // The library has not received what they describe.
        self.former?.folders = nil
        return [.fail(FeedError(.cursorReset, "the content of the folder has changed"))]
    }

    /// Sends a page if enough changes have arrived.
    mutating func flush() -> [Action] {
        guard changes.count >= pageLimit, !isCheck else { return [] }
        hasSent = true
        return [.send(takePage(hasMore: true))]
    }

    /// Returns a page with all changes, at the position of the listing.
    private mutating func takePage(hasMore: Bool) -> FeedPage {
        if isDelta, let former { return page(former, .following, hasMore: hasMore) }
        return page(
            memory,
            // A walk that prunes begins again, and does not list what is unchanged since.
            .listing(after: isSeeded || isPruning ? nil : position, isPartial: isPartial),
            hasMore: hasMore)
    }

    mutating func page(
        _ memory: WebDAVMemory, _ position: WebDAVCursor.Position, hasMore: Bool
    ) -> FeedPage {
        defer { changes = [] }
        var (memory, former) = (memory, former)
        if position == .following {
            former = nil
        } else {
            memory.folders = nil
            // A library has received folders that are newer than these.
            if !isPruning { former?.folders = nil }
        }
        let cursor = WebDAVCursor(
            folder: folder, position: position, memory: memory, former: former)
        return FeedPage(changes: changes, cursor: cursor.text, hasMore: hasMore)
    }
}
