import PhotoFeed

/// Moves the thumbnails of a pack that is mostly without references to the end of the newest pack.
///
/// After each step the library is complete. A run that is killed between two steps or during one
/// leaves at most some bytes without a reference: the rows of a step are committed in one
/// transaction, after the bytes were flushed, and before the old ones are removed. A later run
/// starts again and finds only the thumbnails that have not been moved. An error, such as a full
/// disk, has the same effect.
final class ThumbnailMove {  // not @Schedulable: confined to the library's scheduler
    private enum Phase {
        case copying(after: Int64)
        case copied
        case released
        case ended
    }

    private let store: ThumbnailStore
    private let pack: Int64
    private var phase = Phase.copying(after: .min)

    /// The maximum number and total length of the thumbnails of a step.
    private static let countLimit = 200
    private static let lengthLimit: Int64 = 8 << 20

    init(from pack: Int64, in store: ThumbnailStore) {
        self.pack = pack
        self.store = store
    }

    /// Performs the next step; `false` if there is none.
    func step() throws -> Bool {
        switch phase {
        case .copying(let number):
            let stored = try store.tables.read {
                try store.rows.stored(in: pack, after: number, limit: Self.countLimit)
            }
            phase = try copy(stored).last.map { .copying(after: $0.number) } ?? .copied
        case .copied:
            try store.tables.write { try store.packs.remove(pack) }
            phase = .released
        case .released:
            try store.files.remove(pack)
            phase = .ended
        case .ended:
            return false
        }
        return true
    }

    /// Appends the first of `stored` to a pack, and returns them.
    ///
    /// A thumbnail that cannot be read is marked to be fetched again.
    private func copy(
        _ stored: [ThumbnailTable.Stored]
    ) throws -> ArraySlice<ThumbnailTable.Stored> {
        var total: Int64 = 0
        let batch = stored.prefix { stored in
            // A length of a damaged database may be any number.
            defer { total += min(max(stored.place.length, 0), Self.lengthLimit) }
            return total < Self.lengthLimit
        }
        guard !batch.isEmpty else { return batch }
        try store.tables.write {
            var append = try store.packs.beginAppend(limit: store.packLimit, excluding: pack)
            for stored in batch {
                guard let picture = try store.files.read(stored.place) else {
                    try store.rows.markPending(stored.number)
                    continue
                }
                try store.rows.move(stored.number, to: append.range(of: picture))
                append.add(picture)
            }
            try store.files.write(append)
            try store.files.synchronize(append.pack)
            try store.packs.commit(append)
            try store.packs.markSynchronized(append.pack)
        }
        return batch
    }
}
