import PhotoFeed
import SQLitePersistence

/// Joins the two halves of a move on a server whose files have no identifiers.
///
/// The identifier of such a file is its path, so a moved photo is one that has vanished and a new
/// one. If both have the same revision and length, and no other photo of either side has, the
/// former row gets the new place: it keeps its number, its thumbnail and its metadata.
///
/// It is called once all pages were applied and before tombstones are deleted, because only a
/// complete listing shows what has vanished.
final class NodeMoves {  // not @Schedulable: confined to the library's scheduler
    /// The number of vanished photos above which nothing is joined, to limit the memory.
    private static let limit = 500_000

    private let findVanished: SQLStatement
    private let findNew: SQLStatement
    private let lastNumber: SQLStatement
    private let take: SQLStatement
    private let update: SQLStatement
    private let mediaInfo: MediaInfoTable
    /// The number of the first row that the pages up to the last one have added.
    private var first: Int64?

    /// The content of a photo as its server describes it.
    private struct Content: Hashable {
        let revision: String
        let size: Int64
    }

    init(_ connection: SQLConnection, mediaInfo: MediaInfoTable) throws {
        self.mediaInfo = mediaInfo
        findVanished = try connection.statement(
            """
            SELECT number, revision, size FROM node
            WHERE folder IS NULL AND substr(id, 1, 1) = '/' AND size > 0
            LIMIT ?
            """)
        findNew = try connection.statement(
            """
            SELECT number, revision, size FROM node
            WHERE number >= ? AND folder IS NOT NULL AND substr(id, 1, 1) = '/' AND size > 0
            """)
        lastNumber = try connection.statement("SELECT max(number) FROM node")
        take = try connection.statement(
            """
            DELETE FROM node WHERE number = ?
            RETURNING folder, generation, client_modified, server_modified, id, leaf, name,
                content_hash
            """)
        update = try connection.statement(
            """
            UPDATE node SET folder = ?1, generation = ?2, client_modified = ?3,
                server_modified = ?4, id = ?5, leaf = ?6, name = ?7, content_hash = ?8
            WHERE number = ?9
            """)
    }

    /// Returns the number of the next row.
    func nextNumber() throws -> Int64 {
        let last: Int64? = try lastNumber.first { $0.optionalInteger(0) ?? 0 }
        return try (last ?? 0).next()
    }

    /// Begins a page.
    ///
    /// - Parameter first: the number of the first row that the listing has added or will add; `nil`
    ///   for changes since a cursor.
    func begin(listedFrom first: Int64?) { self.first = first ?? self.first }

    /// Takes note of a row that was added.
    func added(_ number: Int64) { first = first ?? number }

    /// Joins the photos that were moved in the pages up to the last one.
    func join(changeSummary: inout ChangeSummary) throws {
        defer { first = nil }
        guard let first, try first < nextNumber() else { return }
        let vanished = try contents(findVanished, Int64(Self.limit) + 1)
        guard !vanished.isEmpty, vanished.count <= Self.limit else { return }
        let new = try contents(findNew, first, of: vanished)
        for (content, number) in new {
            guard let number, let former = vanished[content] ?? nil else { continue }
            try move(former, to: number)
            changeSummary.added -= 1
            changeSummary.removed -= 1
            changeSummary.changed += 1
        }
    }

    /// Returns the row of each content; `nil` for a content that several rows have.
    private func contents(
        _ query: SQLStatement, _ value: Int64, of wanted: [Content: Int64?]? = nil
    ) throws -> [Content: Int64?] {
        var found: [Content: Int64?] = [:]
        query.bind(1, value)
        try query.forEachRow { row in
            let content = Content(revision: row.text(1), size: row.integer(2))
            guard wanted?.keys.contains(content) ?? true else { return }
            found.updateValue(
                found.keys.contains(content) ? nil : .some(row.integer(0)), forKey: content)
        }
        return found
    }

    /// Gives the row `former` the place of the row `new`, which is deleted.
    private func move(_ former: Int64, to new: Int64) throws {
        take.bind(1, new)
        let place: Void? = try take.first { row in
            update.bind(1, row.integer(0))
            update.bind(2, row.integer(1))
            update.bind(3, row.integer(2))
            update.bind(4, row.integer(3))
            update.bind(5, row.text(4))
            update.bind(6, row.text(5))
            update.bind(7, row.text(6))
            row.withBytes(7) { hash in
                if hash.isEmpty { update.bindNull(8) } else { update.bind(8, bytes: hash) }
            }
            update.bind(9, former)
        }
        guard place != nil else { return }
        try update.run()
        // The camera's time, once known, determines the date.
        try mediaInfo.updateDate(of: former)
    }
}
