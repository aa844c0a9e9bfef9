import PhotoFeed
import SQLitePersistence

/// The records of the packs.
///
/// Triggers of the database count the bytes without a reference.
final class PackTable {  // not @Schedulable: confined to the library's scheduler
    private let all: SQLStatement
    private let current: SQLStatement
    private let insert: SQLStatement
    private let extend: SQLStatement
    private let markSynchronized: SQLStatement
    private let setModified: SQLStatement
    private let recount: SQLStatement
    private let wasteful: SQLStatement
    private let delete: SQLStatement

    init(_ connection: SQLConnection) throws {
        all = try connection.statement(
            "SELECT number, length, synchronized, modified FROM pack ORDER BY number")
        current = try connection.statement(
            """
            SELECT number, length FROM pack WHERE length < ? AND number IS NOT ?
            ORDER BY number DESC LIMIT 1
            """)
        insert = try connection.statement(
            "INSERT INTO pack (length, dead, synchronized) VALUES (0, 0, 0)")
        extend = try connection.statement(
            "UPDATE pack SET length = ?, modified = NULL WHERE number = ?")
        markSynchronized = try connection.statement(
            "UPDATE pack SET synchronized = length WHERE number = ?")
        setModified = try connection.statement("UPDATE pack SET modified = ? WHERE number = ?")
        recount = try connection.statement(
            """
            UPDATE pack SET length = ?1, synchronized = min(synchronized, ?1), modified = NULL,
                dead = ?1 - (SELECT CAST(total(thumbnail_length) AS INTEGER) FROM node
                    WHERE thumbnail = 1 AND thumbnail_pack = ?2)
            WHERE number = ?2
            """)
        wasteful = try connection.statement(
            """
            SELECT number, max(length - dead, 0) FROM pack WHERE 2 * dead > length
            ORDER BY length - dead
            """)
        delete = try connection.statement("DELETE FROM pack WHERE number = ?")
    }

    /// The record of a pack.
    struct Pack {
        let number: Int64
        /// The number of valid bytes.
        let length: Int64
        /// The number of bytes that survive a power cut.
        let synchronized: Int64
        /// The time of the file's last change; `nil` from the first append of a run to its end.
        let modified: Int64?
    }

    /// Returns all packs, by number.
    func packs() throws -> [Pack] {
        var found: [Pack] = []
        try all.forEachRow { row in
            found.append(
                Pack(
                    number: row.integer(0), length: row.integer(1), synchronized: row.integer(2),
                    modified: row.optionalInteger(3)))
        }
        return found
    }

    /// Returns an append to the newest pack that is shorter than `limit`, or to a new pack.
    ///
    /// - Parameter excluded: a pack that is not appended to.
    func beginAppend(limit: Int64, excluding excluded: Int64? = nil) throws -> PackAppend {
        current.bind(1, limit)
        current.bind(2, excluded)
        if let found = try current.first({ ($0.integer(0), $0.integer(1)) }) {
            return PackAppend(to: found.0, at: found.1)
        }
        try insert.run()
        return PackAppend(to: insert.insertedNumber, at: 0)
    }

    /// Stores the new length of a pack whose file was written.
    func commit(_ append: PackAppend) throws {
        extend.bind(1, append.end)
        extend.bind(2, append.pack)
        try extend.run()
    }

    /// Stores that the file of pack `number` was flushed.
    func markSynchronized(_ number: Int64) throws {
        markSynchronized.bind(1, number)
        try markSynchronized.run()
    }

    /// Stores the time of the last change of the file of pack `number`.
    func setModified(_ modified: Int64, of number: Int64) throws {
        setModified.bind(1, modified)
        setModified.bind(2, number)
        try setModified.run()
    }

    /// Stores the length of a pack that was damaged, and counts its bytes without a reference.
    func recount(_ number: Int64, length: Int64) throws {
        recount.bind(1, length)
        recount.bind(2, number)
        try recount.run()
    }

    /// Returns the packs of which more than half has no reference.
    ///
    /// - Returns: the number of each pack, and the number of its bytes with a reference; the pack
    ///   with the fewest of them comes first.
    func wastefulPacks() throws -> [(pack: Int64, used: Int64)] {
        var found: [(pack: Int64, used: Int64)] = []
        try wasteful.forEachRow { found.append(($0.integer(0), $0.integer(1))) }
        return found
    }

    func remove(_ number: Int64) throws {
        delete.bind(1, number)
        try delete.run()
    }
}
