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
    /// A cancelled transfer loses the part of its file that was downloaded. A file that a killed
    /// run has put in place is done, and refuses to be cancelled.
    ///
    /// - Parameters:
    ///   - input: `pause`, `resume` or `cancel`.
    ///   - texts: the identifiers or paths of the transfers; `nil` for all to which it applies.
    /// - Throws: `.libraryLocked` while a run downloads; if transfers are cancelled, also while
    ///   another library uses the folder of the originals.
    package func apply(
        _ input: TransferState.Input, to texts: [String]?
    ) throws(FeedError) -> TransferChange {
        var change = TransferChange()
        guard OriginalsStore.exists(inLibrary: library) else {
            change.unknown = texts ?? []
            return change
        }
        let store = try OriginalsStore(library: library)
        var selection = texts.map { TransferSelection($0) }
        var accepted: [(former: OriginalRow, row: OriginalRow)] = []
        for former in try store.rows() {
            var row = former
            let transfer = Transfer(row)
            if selection?.contains(transfer) == false { continue }
            guard let state = row.state.after(input) else {
                if texts != nil { change.refused.append(transfer) }
                continue
            }
            guard state != row.state else { continue }
            row.state = state
            if input == .resume { row.attempts = 0 }
            accepted.append((former, row))
        }
        change.unknown = selection?.unknown ?? []
        guard input == .cancel, !accepted.isEmpty, let folder = try self.folder(of: store) else {
            change.changed = accepted.map { Transfer($0.row) }
            try store.store(accepted.map { $0.row }, isDurable: true)
            return change
        }
        var changed: [OriginalRow] = []
        for (former, row) in accepted {
            guard let placed = try folder.finished(former) else {
                changed.append(row)
                change.changed.append(Transfer(row))
                continue
            }
            changed.append(placed)
            if texts != nil { change.refused.append(Transfer(placed)) }
        }
        // The names and the rows first: a part without a row is removed by a later run.
        try folder.flush()
        try store.store(changed, isDurable: true)
        try folder.removeParts(of: changed.map(\.version))
        return change
    }

    /// Opens the folder of the originals; `nil` if there is none, as while its disk is not mounted.
    private func folder(of store: OriginalsStore) throws(FeedError) -> OriginalsFolder? {
        guard let place = try store.choice()?.folder, OriginalsFolder.exists(at: place) else {
            return nil
        }
        return try OriginalsFolder(path: place, of: library)
    }
}
