import GRDB
import PhotoFeed
import Scheduling

/// The one row that says what of the feed's history the library holds.
@Schedulable
final class FeedTable {
    private let read: SQLStatement
    /// `nil` for a library of an older version, which is only read.
    private let write: SQLStatement?
    private let setClosed: SQLStatement

    /// The row as it is stored.
    struct Row {
        var source: FeedSource?
        var cursor: FeedCursor?
        var isListing: Bool
        /// Counts the listings that were begun; what the last complete one did not mention is older.
        var generation: Int64
        /// The look of the files when the last run came to its end; `nil` from the first write of a run on.
        var closedAs: String?

        func state() throws(FeedError) -> FeedState {
            guard let source else { return .empty }
            if isListing { return .listing(source, cursor: cursor) }
            guard let cursor else {
                throw FeedError(
                    .libraryDamaged, "the library is damaged: it follows a feed without a cursor")
            }
            return .following(source, cursor: cursor)
        }
    }

    init(_ database: Database) throws {
        // A reader may meet a library that no run has brought up to date yet.
        let isCurrent = try database.columns(in: "feed").contains { $0.name == "server" }
        read = try SQLStatement(
            """
            SELECT folder, cursor, is_listing, generation, closed_in, \(isCurrent ? "server" : "NULL")
            FROM feed
            """, on: database)
        write =
            try isCurrent
            ? SQLStatement(
                """
                UPDATE feed SET folder = ?, cursor = ?, is_listing = ?, generation = ?, server = ?
                """, on: database) : nil
        setClosed = try SQLStatement("UPDATE feed SET closed_in = ?", on: database)
    }

    func row() throws -> Row {
        let row = try read.first { row in
            Row(
                source: row.optionalText(0).map {
                    FeedSource(server: row.optionalText(5), folder: $0)
                },
                cursor: row.optionalText(1).map(FeedCursor.init(rawValue:)),
                isListing: row.integer(2) != 0, generation: row.integer(3),
                closedAs: row.optionalText(4))
        }
        guard let row else {
            throw FeedError(.libraryDamaged, "the library is damaged: it has no feed")
        }
        return row
    }

    func store(_ row: Row) throws {
        guard let write else {
            preconditionFailure("a library is brought up to date before it is written into")
        }
        write.bind(1, row.source?.folder)
        write.bind(2, row.cursor?.rawValue)
        write.bind(3, row.isListing ? 1 : 0)
        write.bind(4, row.generation)
        write.bind(5, row.source?.server)
        try write.run()
    }

    func setClosed(as look: String?) throws {
        setClosed.bind(1, look)
        try setClosed.run()
    }
}
