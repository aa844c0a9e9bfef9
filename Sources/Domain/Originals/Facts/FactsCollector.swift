import MediaFacts
import PhotoFeed

/// Reads the facts of originals that are in place, and stores them in the library.
///
/// A file is read in a few small parts. The facts of several files are stored in one transaction.
final class FactsCollector {  // not @Schedulable: confined to the scheduler of its owner
    private static let batch = 64

    private let folder: OriginalsFolder
    private let writer: any OriginalFactsWriter
    private var collected: [OriginalFacts] = []

    init(in folder: OriginalsFolder, storingIn writer: any OriginalFactsWriter) {
        self.folder = folder
        self.writer = writer
    }

    /// Reads the facts of an original that is in place.
    ///
    /// A file of an unknown format has none, which is stored, too: it is not read again.
    func read(_ row: OriginalRow) throws(FeedError) {
        let found = try folder.reading(row.path) { descriptor in
            Self.facts(in: descriptor, of: row)
        }
        if let found { try add(found) }
    }

    /// Adds facts, which are stored with those of other files.
    func add(_ facts: OriginalFacts) throws(FeedError) {
        collected.append(facts)
        if collected.count >= Self.batch { try store() }
    }

    /// Reads the facts of an open file.
    static func facts(in descriptor: Int32, of row: OriginalRow) -> OriginalFacts? {
        FileBytes(descriptor: descriptor).map { file in
            OriginalFacts(MediaFacts(file), of: row.version, named: row.path)
        }
    }

    /// Stores the facts that were read since the last transaction.
    func store() throws(FeedError) {
        let facts = collected
        collected = []
        try writer.store(facts)
    }
}
