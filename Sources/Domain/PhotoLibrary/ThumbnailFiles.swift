import DurableFiles
import PhotoFeed

/// The files of thumbnails in libraries of earlier versions: `thumbnails/ab/HASH.jpg`.
struct ThumbnailFiles {  // not @Schedulable: a value without state
    let folder: DurableFolder

    private static let nameLength = 66

    /// Reads a thumbnail; `nil` if the file is missing, cannot be read, or has another length.
    func read(_ file: ThumbnailFile) throws -> [UInt8]? {
        guard let length = Int(exactly: file.length), length >= 0 else { return nil }
        do throws(DurableFileError) {
            let bytes = try folder.folder(named: file.name.shard).read(
                file.name.file, limit: length)
            return bytes.count == length ? bytes : nil
        } catch {
            let faultsOfOneFile: [DurableFileError.Code] = [
                .notFound, .notAFolder, .notRegularFile, .unexpectedLength, .notPermitted,
                .mediumFailure,
            ]
            guard faultsOfOneFile.contains(error.code) else { throw error }
            return nil
        }
    }

    func remove(_ file: ThumbnailFile) throws {
        do throws(DurableFileError) {
            try folder.folder(named: file.name.shard).remove(file.name.file)
        } catch {
            // A shard folder that does not exist has no file to remove.
            guard error.code == .notFound else { throw error }
        }
    }

    /// Removes the remaining files, and the shard folders that are empty then.
    ///
    /// The remaining files belong to no thumbnail. Files with other names stay.
    func removeAll() throws {
        var shards: [String] = []
        try folder.forEachName { name throws(DurableFileError) in
            if name.utf8.count == 2 { shards.append(name) }
        }
        for name in shards {
            guard let shard = try? folder.folder(named: name) else { continue }
            try shard.sweep(olderThan: .zero)
            var isEmpty = true
            try shard.forEachName { file throws(DurableFileError) in
                if file.utf8.count == Self.nameLength, file.hasSuffix(".jpg") {
                    try shard.remove(file)
                } else {
                    isEmpty = false
                }
            }
            if isEmpty { try folder.remove(name, isFolder: true) }
        }
    }
}
