import DurableFiles
import PhotoFeed

/// Moves thumbnails to the end of the newest pack: those of a pack that is mostly without
/// references, or those in the files of an earlier version.
///
/// After each step the library is complete. A run that is killed between two steps or during one
/// leaves at most some bytes without a reference: the rows of a step are committed in one
/// transaction, after the bytes were flushed, and before the old ones are removed. A later run
/// starts again and finds only the thumbnails that have not been moved. An error, such as a full
/// disk, has the same effect. The files need additional space for one step only.
final class ThumbnailMove {  // not @Schedulable: confined to the library's scheduler
    /// The former location of the thumbnails.
    enum Source {
        case files(ThumbnailFiles)
        case pack(Int64)
    }

    private enum Phase {
        case copying(after: Int64)
        case removing([ThumbnailFile], copied: Int64)
        case copied
        case released
        case ended
    }

    private let store: ThumbnailStore
    private let source: Source
    private var phase = Phase.copying(after: .min)

    /// The maximum number and total length of the thumbnails of a step.
    private static let countLimit = 200
    private static let lengthLimit: Int64 = 8 << 20

    init(from source: Source, in store: ThumbnailStore) {
        self.source = source
        self.store = store
    }

    /// Performs the next step; `false` if there is none.
    func step() throws -> Bool {
        switch (phase, source) {
        case (.copying(let number), .pack(let pack)):
            let stored = try store.tables.read {
                try store.rows.stored(in: pack, after: number, limit: Self.countLimit)
            }
            let copied = try copy(stored, length: \.length, excluding: pack, store.files.read)
            phase = copied.last.map { .copying(after: $0.number) } ?? .copied
        case (.copying(let number), .files(let files)):
            let stored = try store.tables.read {
                try store.rows.storedInFiles(after: number, limit: Self.countLimit)
            }
            let copied = try copy(stored, length: \.length, excluding: nil, files.read)
            phase =
                copied.last.map { .removing(copied.map(\.place), copied: $0.number) } ?? .copied
        case (.removing(let old, let number), .files(let files)):
            for file in old { try files.remove(file) }
            phase = .copying(after: number)
        case (.copied, .pack(let pack)):
            try store.tables.write { try store.packs.remove(pack) }
            phase = .released
        case (.released, .pack(let pack)):
            try store.files.remove(pack)
            phase = .ended
        case (.copied, .files(let files)):
            try files.removeAll()
            phase = .released
        case (.released, .files):
            try store.tables.write { try store.rows.markFilesMoved() }
            phase = .ended
        case (.removing, .pack), (.ended, _):
            return false
        }
        return true
    }

    /// Appends the first of `stored` to a pack, and returns them.
    ///
    /// A thumbnail that cannot be read is marked to be fetched again.
    private func copy<Place>(
        _ stored: [ThumbnailTable.Stored<Place>], length: (Place) -> Int64,
        excluding pack: Int64?, _ read: (Place) throws -> [UInt8]?
    ) throws -> ArraySlice<ThumbnailTable.Stored<Place>> {
        var total: Int64 = 0
        let batch = stored.prefix { stored in
            // A length of a damaged database may be any number.
            defer { total += min(max(length(stored.place), 0), Self.lengthLimit) }
            return total < Self.lengthLimit
        }
        guard !batch.isEmpty else { return batch }
        try store.tables.write {
            var append = try store.packs.beginAppend(limit: store.packLimit, excluding: pack)
            for stored in batch {
                guard let picture = try read(stored.place) else {
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
