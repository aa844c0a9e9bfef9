import Foundation
package import PhotoFeed

/// The originals that the next run would download; computing them changes nothing on the disk.
///
/// It takes the items of the feed one after another. Confined to one scheduler; it blocks on the
/// disk.
package final class OriginalsForecast {  // not @Schedulable: confined to the scheduler of its owner
    /// The number of files.
    package private(set) var files = 0
    /// Their size in bytes.
    package private(set) var bytes: Int64 = 0

    private let choice: OriginalsChoice
    private let rows: [NodeID: OriginalRow]

    /// Reads the choice and the files of a library.
    ///
    /// - Parameters:
    ///   - choice: the choice of the run; `nil` for the one that the library has stored.
    ///   - path: the path of the library, which need not exist.
    /// - Returns: `nil` if the run would download no originals.
    /// - Throws: the errors of the database of originals; `.libraryUnusable` if the folder of the
    ///   stored choice is missing, as the run would.
    package init?(_ choice: OriginalsChoice?, library path: String) throws(FeedError) {
        let (stored, rows) = try OriginalsReader(library: path).content()
        if choice == nil, let stored { try OriginalsFolder.requireExistence(at: stored.folder) }
        guard let choice = choice ?? stored else { return nil }
        self.choice = choice
        // A run with another folder forgets the files of the former one.
        let known = stored?.folder == choice.folder ? rows : []
        self.rows = Dictionary(known.map { (NodeID(rawValue: $0.id), $0) }) { $1 }
    }

    /// Takes an item of the feed; each once, newest first.
    ///
    /// - Returns: whether the file would be in place after the run.
    @discardableResult
    package func take(_ item: FeedItem) -> Bool {
        guard choice.contains(item) else { return false }
        guard isWanted(item) else { return rows[item.node.id]?.state == .done }
        let sum = bytes.addingSaturated(item.node.size)
        if let limit = choice.byteLimit, sum > limit { return false }
        files += 1
        bytes = sum
        return true
    }

    private func isWanted(_ item: FeedItem) -> Bool {
        guard let row = rows[item.node.id] else { return true }
        switch row.state {
        case .paused, .cancelled: return false
        case .done:
            return !row.hasContent(of: item.node)
                || !FileManager.default.fileExists(atPath: choice.folder + "/" + row.path)
        case .waiting, .running, .failed: return true
        }
    }
}
