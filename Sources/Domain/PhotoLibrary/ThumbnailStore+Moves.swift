import PhotoFeed

extension ThumbnailStore {
    /// The maximum number and total length of the thumbnails of a step.
    private static let stepCount = 200
    private static let stepLength: Int64 = 8 << 20

    /// Releases the space of pictures without a reference, in packs of which it is more than half.
    ///
    /// A pack whose pictures would take more than half of the free space stays.
    func compact() throws {
        var copied: Int64 = 0
        for (pack, used) in try tables.read({ _ in try packs.wastefulPacks() }) {
            let isPossible = try used == 0 || used <= files.availableSpace() / 2
            guard isPossible, copied + used <= limits.compaction else { return }
            try replace(pack)
            copied += used
        }
    }

    /// Moves the thumbnails of a pack to the end of the newest one, and removes the pack.
    ///
    /// After each step the library is complete. A run that is killed between two steps or during
    /// one leaves at most some bytes without a reference: the rows of a step are committed in one
    /// transaction, after the bytes were flushed, and before the old ones are removed. A later run
    /// starts again and finds only the thumbnails that have not been moved. An error, such as a
    /// full disk, has the same effect.
    func replace(_ pack: Int64, afterStep: () throws -> Void = {}) throws {
        var last = Int64.min
        while let next = try copy(from: pack, after: last) {
            last = next
            try afterStep()
        }
        try tables.write { _ in try packs.remove(pack) }
        try afterStep()
        try files.remove(pack)
        try afterStep()
    }

    /// Appends the next thumbnails of a pack to another one, and returns the last one's node.
    ///
    /// A thumbnail that cannot be read is marked to be fetched again.
    private func copy(from pack: Int64, after number: Int64) throws -> Int64? {
        let stored = try tables.read { _ in
            try rows.stored(in: pack, after: number, limit: Self.stepCount)
        }
        var total: Int64 = 0
        let batch = stored.prefix { stored in
            // A length of a damaged database may be any number.
            defer { total += min(max(stored.place.length, 0), Self.stepLength) }
            return total < Self.stepLength
        }
        guard let last = batch.last else { return nil }
        try tables.write { _ in
            var append = try packs.beginAppend(limit: limits.pack, excluding: pack)
            for stored in batch {
                guard let picture = try files.read(stored.place) else {
                    try rows.markPending(stored.number)
                    continue
                }
                try rows.move(stored.number, to: append.range(of: picture))
                append.add(picture)
            }
            try files.write(append)
            try files.synchronize(append.pack)
            try packs.commit(append)
            try packs.markSynchronized(append.pack)
        }
        return last.number
    }
}
