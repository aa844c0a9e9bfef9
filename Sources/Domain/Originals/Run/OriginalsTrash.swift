import DurableFiles
import PhotoFeed

/// Moves the originals of photos that the server no longer has to the trash of their folder.
///
/// The trash is the folder `.trash` below that of the originals. Nothing in it is overwritten, and
/// nothing is removed from it. The sidecar of an original is moved with it.
struct OriginalsTrash {
    /// The largest number of files that one run moves.
    static let limit = RemovalLimit.share(percent: 1, atLeast: 100)

    let store: OriginalsStore
    let folder: OriginalsFolder
    let reader: any FeedReader

    /// Moves files, in the order of their identifiers, up to the limit of a run.
    ///
    /// A file that a program has changed since its download stays, with its row.
    ///
    /// - Returns: the counts; nothing is moved unless the library mirrors the server.
    func collect() throws(FeedError) -> OriginalsProgress {
        var progress = OriginalsProgress()
        guard case .following = try reader.state() else { return progress }
        let done = try store.rows().filter { $0.state == .done }
        let limit = Self.limit.number(of: done.count) ?? .max
        var forgotten: [OriginalRow] = []
        for row in done {
            guard try reader.item(NodeID(rawValue: row.id)) == nil else { continue }
            guard let status = try folder.status(of: row.path) else {
                // The user, or a run that was killed, has moved it.
                forgotten.append(row)
                continue
            }
            guard status.size == row.size, status.modifiedNanoseconds == row.modified else {
                progress.kept += 1
                continue
            }
            guard progress.trashed < limit else {
                progress.untrashed += 1
                continue
            }
            try folder.discard(row.path)
            forgotten.append(row)
            progress.trashed += 1
        }
        // The names first: a file without a row would never be found again.
        try folder.flush()
        try store.remove(forgotten)
        return progress
    }
}

extension OriginalsFolder {
    /// Moves a file and its sidecar to the trash, under names that are free.
    func discard(_ path: String) throws(FeedError) {
        for number in 0..<1_000 {
            let suffix = number == 0 ? "" : "~\(number)"
            let target = OriginalsFolder.trash + "/" + Self.adding(suffix, to: path)
            guard try move(path, to: target) == .placed else { continue }
            let sidecar = path + SidecarFolder.fileExtension
            if try status(of: sidecar)?.kind == .regular {
                // One that cannot be moved describes no file, and does no harm.
                _ = try move(sidecar, to: target + SidecarFolder.fileExtension)
            }
            return
        }
        throw FeedError(.storage, "cannot move \(path) to \(OriginalsFolder.trash)")
    }
}
