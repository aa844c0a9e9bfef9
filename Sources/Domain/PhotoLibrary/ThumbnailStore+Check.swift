import DurableFiles
import PhotoFeed

extension ThumbnailStore {
    /// Ends a run: records its packs, so that the next run notices changes to them.
    ///
    /// If a pack is missing, the run stays open, and the next run checks all packs.
    func close() throws {
        var times: [(pack: Int64, modified: Int64)] = []
        for pack in try tables.read({ _ in try packs.packs() }) {
            guard let status = try files.status(of: pack.number) else { return }
            if pack.modified == nil { times.append((pack.number, status.modified)) }
        }
        try tables.write(.atomic) { _ in
            for time in times { try packs.setModified(time.modified, of: time.pack) }
        }
        try tables.close(in: BootSession.identifier)
    }

    /// Whether the last run was closed in this boot session, and the packs are unchanged since.
    func isUnchanged() throws -> Bool {
        guard try tables.feed.row().closingSession == BootSession.identifier else { return false }
        return try packs.packs().allSatisfy { pack in
            guard let status = try files.status(of: pack.number) else { return false }
            return status.length >= pack.length && status.modified == pack.modified
        }
    }

    /// Checks the packs, and marks the thumbnails that are missing or damaged as pending.
    ///
    /// All bytes of a pack are compared with their checksums if its file was changed since the last
    /// run, and otherwise only those that a power cut may have destroyed.
    func check() throws {
        let packs = try tables.read { _ in try self.packs.packs() }
        for pack in packs { try check(pack) }
        try files.removeAll(except: Set(packs.map(\.number)))
    }

    private func check(_ pack: PackTable.Pack) throws {
        let status = try files.status(of: pack.number)
        let length = min(pack.length, status?.length ?? 0)
        let isChanged = pack.modified != nil && pack.modified != status?.modified
        let verified = isChanged ? 0 : pack.synchronized
        guard length < pack.length || verified < length || status == nil else { return }
        let stored = try tables.read { _ in try rows.stored(in: pack.number) }
        let damaged = try stored.filter { stored in
            guard stored.place.end <= length else { return true }
            guard stored.place.end > verified else { return false }
            return try files.read(stored.place) == nil
        }
        if status != nil { try files.synchronize(pack.number) }
        try tables.write { _ in
            for damaged in damaged { try rows.markPending(damaged.number) }
            try packs.recount(pack.number, length: length)
            try packs.markSynchronized(pack.number)
            if status == nil { try packs.remove(pack.number) }
        }
    }
}
