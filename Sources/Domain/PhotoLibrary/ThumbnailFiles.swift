import Digests
import DurableFiles
import Foundation
import PhotoFeed

/// The files of the thumbnails.
///
/// Each file is placed as a whole, but is not flushed, which would take longer than fetching it.
/// Only a power cut or a system crash loses such a file. Therefore the next run checks the lengths
/// of all files after a restart of the machine, after a run that was killed, and if the fingerprint
/// of the files has changed.
final class ThumbnailFiles {  // not @Schedulable: confined to the library's scheduler
    private let folder: DurableFolder
    /// The shard folders that were written to, held open: later writes need no further open.
    private var shards: [String: DurableFolder] = [:]
    /// The largest number of open shard folders: a quarter of the files that the process may open.
    private let openShardLimit = sysconf(Int32(_SC_OPEN_MAX)) / 4

    init(in library: LibraryFolder) throws(FeedError) {
        folder = try library.thumbnails
    }

    func write(_ bytes: [UInt8], named name: ThumbnailName) throws(DurableFileError) {
        do throws(DurableFileError) {
            try shard(of: name)
                .write(bytes, named: name.file, durability: .atomic)
        } catch {
            // The shard folder does not exist yet, or was removed.
            guard error.code == .notFound else { throw error }
            shards[name.shard] = nil
            try shard(of: name, creatingWith: 0o700)
                .write(bytes, named: name.file, durability: .atomic)
        }
    }

    private func shard(
        of name: ThumbnailName, creatingWith mode: UInt32? = nil
    ) throws(DurableFileError) -> DurableFolder {
        if let shard = shards[name.shard] { return shard }
        let shard = try folder.folder(named: name.shard, creatingWith: mode)
        if shards.count < openShardLimit { shards[name.shard] = shard }
        return shard
    }

    func remove(_ name: ThumbnailName) throws {
        do {
            try folder.folder(named: name.shard).remove(name.file)
        } catch  where error.code == .notFound {
            // A shard folder that does not exist has no file to remove.
        }
    }

    /// The number of files whose lengths are part of the fingerprint; they take about 50 ms.
    private static let inspectedFiles = 20_000

    /// Returns a fingerprint of the files, which shows whether they have changed.
    ///
    /// It changes after a restart of the machine, after a file was added, removed or replaced, and
    /// after one of the first `inspectedFiles` files has changed its length.
    func fingerprint(inspecting limit: Int = inspectedFiles) throws -> String {
        var shards: [String] = []
        try folder.forEachName { shards.append($0) }
        var hasher = SHA256()
        var inspected = 0
        for name in shards.sorted() {
            guard let shard = try? folder.folder(named: name) else { continue }
            let (seconds, nanoseconds) = try shard.lastChange()
            hasher.update("\(name) \(seconds) \(nanoseconds)\n".utf8)
            guard inspected < limit else { continue }
            let (files, bytes) = try shard.extent()
            inspected += files
            hasher.update("\(files) \(bytes)\n".utf8)
        }
        return "\(BootSession.identifier) \(hasher.digest().prefix(16).hexadecimal)"
    }

    /// Removes the files that `isKnown` rejects, such as those of killed writers; folders stay.
    func removeOrphans(_ isKnown: (ThumbnailName) throws -> Bool) throws {
        var shards: [String] = []
        try folder.forEachName { shards.append($0) }
        for name in shards {
            guard name.utf8.count == 2, let shard = try? folder.folder(named: name) else {
                continue
            }
            var orphans: [String] = []
            var failure: (any Error)?
            try shard.forEachName { file in
                do {
                    let isStray = try !isKnown(ThumbnailName(shard: name, file: file))
                    if isStray { orphans.append(file) }
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            for orphan in orphans { try Self.removeFile(orphan, from: shard) }
        }
    }

    private static func removeFile(
        _ name: String, from shard: DurableFolder
    ) throws(DurableFileError) {
        do throws(DurableFileError) {
            try shard.remove(name)
        } catch {
            guard error.code == .isFolder else { throw error }
        }
    }
}
