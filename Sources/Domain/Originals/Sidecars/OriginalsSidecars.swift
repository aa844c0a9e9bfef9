package import PhotoFeed
package import Scheduling

/// Writes XMP sidecars beside the originals of a library, one window of the feed at a time.
///
/// ```swift
/// let sidecars = try synchronizer.sidecars()
/// while try sidecars.next() {}
/// ```
///
/// A business-logic service, confined to the scheduler on which it was made; every call blocks on
/// the disk.
@Schedulable
package final class OriginalsSidecars {
    private static let window = 500

    private let reader: any FeedReader
    private let account: String
    private let originals: OriginalsReader
    private let folder: SidecarFolder?
    private var query: FeedQuery? = FeedQuery(limit: OriginalsSidecars.window)
    /// The number of sidecars that were written.
    package private(set) var written = 0
    /// The number of files of other programs that were kept.
    package private(set) var kept = 0

    /// Begins to write; a library without originals gets no sidecars.
    init(library: String, reader: any FeedReader, account: String) throws(FeedError) {
        self.reader = reader
        self.account = account
        originals = OriginalsReader(library: library)
        guard let choice = try originals.choice() else {
            folder = nil
            return
        }
        folder = try SidecarFolder(path: choice.folder)
    }

    /// Writes the sidecars of the next window.
    ///
    /// - Returns: whether there may be more.
    package func next() throws(FeedError) -> Bool {
        guard let folder, let query else { return false }
        let window = try reader.window(query)
        self.query = window.next.map { query.continuing(after: $0) }
        for item in window.items {
            guard let path = try originals.components(of: item.node),
                try originals.file(of: item.node) != nil
            else { continue }
            switch try folder.write(item, account: account, at: path) {
            case .written: written += 1
            case .kept: kept += 1
            case .unchanged: break
            }
        }
        return self.query != nil
    }
}
