import CommandOptions
import Duplicates
import PhotoFeed
import Scheduling

/// The hashes of pictures, which are made between the reading of the libraries and the comparison.
///
/// They are for a search of the kind `.near`; another one has no pictures.
@SchedulableExtension
extension AccountsDuplicates {
    /// Reads the next items; returns whether all were read.
    ///
    /// - Throws: the error of the first library, if none can be read.
    func readPictures() throws(FeedError) -> Bool {
        guard let pictures else { return true }
        guard pictures.read(Self.step) else { return false }
        try checkReadable()
        return true
    }

    /// Returns the next thumbnails to hash; `nil` after the last ones.
    func nextBatch() -> PictureSearch.Batch? { pictures?.nextBatch() }

    /// Adds the hashes of a batch.
    func store(_ found: [PictureFacts?], of batch: PictureSearch.Batch) {
        pictures?.store(found, of: batch)
    }

    /// Keeps the hashes in the folders of the libraries.
    ///
    /// - Returns: the libraries whose hashes are not kept.
    func keep() -> [AccountFailure] {
        guard let pictures else { return [] }
        return libraries.enumerated().compactMap { number, library -> AccountFailure? in
            guard let folder = library.folder else { return nil }
            do {
                try PictureHashFile(library: folder).write(pictures.facts(ofLibrary: number))
                return nil
            } catch { return AccountFailure(account: library.name, error: error) }
        }
    }
}
