import PhotoFeed

extension ThumbnailStore {
    /// The number of bytes that a run copies, so that no run takes much longer than another.
    private static let compactionLimit: Int64 = 512 << 20

    /// Releases the space of pictures without a reference, in packs of which it is more than half.
    ///
    /// A pack whose pictures would take more than half of the free space stays.
    func compact() throws {
        var copied: Int64 = 0
        for (pack, used) in try tables.read({ try packs.wastefulPacks() }) {
            let isPossible = try used == 0 || used <= files.availableSpace() / 2
            guard isPossible, copied + used <= Self.compactionLimit else { return }
            let move = ThumbnailMove(from: pack, in: self)
            while try move.step() {}
            copied += used
        }
    }
}
