import PhotoFeed

extension ThumbnailStore {
    /// The number of packs that a run compacts, so that no run takes much longer than another.
    private static let compactionLimit = 4

    /// Releases the space of pictures without a reference, in packs of which it is more than half.
    func compact() throws {
        let wasteful = try tables.read { try packs.wasteful(limit: Self.compactionLimit) }
        for pack in wasteful {
            let move = ThumbnailMove(from: .pack(pack), in: self)
            while try move.step() {}
        }
    }

    /// Moves the thumbnails of a library of an earlier version from their files into packs.
    func takeOverFiles() throws {
        guard try tables.read({ try rows.hasFiles() }) else { return }
        let move = ThumbnailMove(from: .files(ThumbnailFiles(folder: folder)), in: self)
        while try move.step() {}
    }
}
