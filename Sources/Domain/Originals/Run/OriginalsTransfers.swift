package import PhotoFeed
package import Scheduling

/// The transfers of a library's originals: lists, pauses, resumes and cancels them.
///
/// The states are stored, so that a paused transfer stays paused in later runs. A business-logic
/// service, confined to the scheduler on which it was made; every call blocks on the disk.
@Schedulable
package final class OriginalsTransfers {
    private let library: String

    /// Creates the service for the library at the path `library`.
    package init(library: String) { self.library = library }

    /// Returns the transfers, sorted by path; empty for a library without originals.
    ///
    /// It reads while another process downloads, too.
    ///
    /// - Parameter withDone: whether files that are in place are included.
    package func list(withDone: Bool) throws(FeedError) -> [Transfer] {
        guard OriginalsStore.exists(inLibrary: library) else { return [] }
        return try OriginalsStore.readRows(ofLibrary: library)
            .filter { withDone || $0.state != .done }
            .map(Transfer.init)
            .sorted { ($0.path, $0.id) < ($1.path, $1.id) }
    }

    /// Applies an input to transfers.
    ///
    /// A cancelled transfer loses the part of its file that was downloaded.
    ///
    /// - Parameters:
    ///   - input: `pause`, `resume` or `cancel`.
    ///   - texts: the identifiers or paths of the transfers; `nil` for all to which it applies.
    /// - Throws: `.libraryLocked` while a run downloads.
    package func apply(
        _ input: TransferState.Input, to texts: [String]?
    ) throws(FeedError) -> TransferChange {
        var change = TransferChange()
        guard OriginalsStore.exists(inLibrary: library) else {
            change.unknown = texts ?? []
            return change
        }
        let store = try OriginalsStore(library: library)
        let rows = try store.rows()
        var changed: [OriginalRow] = []
        for var row in rows {
            let transfer = Transfer(row)
            if let texts, !texts.contains(where: transfer.isMeant(by:)) { continue }
            guard let state = row.state.after(input) else {
                if texts != nil { change.refused.append(transfer) }
                continue
            }
            guard state != row.state else { continue }
            row.state = state
            if input == .resume { row.attempts = 0 }
            changed.append(row)
            change.changed.append(Transfer(row))
        }
        change.unknown = (texts ?? []).filter { text in
            !rows.contains { Transfer($0).isMeant(by: text) }
        }
        // The rows first: a part without a row is removed by a later run.
        try store.store(changed, isDurable: true)
        if input == .cancel, !changed.isEmpty, let choice = try store.choice(),
            OriginalsFolder.exists(at: choice.folder)
        {
            let folder = try OriginalsFolder(path: choice.folder)
            for row in changed { try folder.removePart(of: row.version) }
        }
        return change
    }
}
