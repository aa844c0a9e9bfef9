import PhotoFeed
import SQLitePersistence

/// The records of thumbnails, and of files without a reference.
final class ThumbnailTable {  // not @Schedulable: confined to the library's scheduler
    private let find: SQLStatement
    private let store: SQLStatement
    private let postpone: SQLStatement?
    private let attempts: SQLStatement
    private let stored: SQLStatement
    private let markPending: SQLStatement
    private let garbage: SQLStatement
    private let isUsed: SQLStatement
    private let forget: SQLStatement
    private let mediaInfo: MediaInfoTable

    init(_ connection: SQLConnection, mediaInfo: MediaInfoTable) throws {
        self.mediaInfo = mediaInfo
        // A reader may open a library that no run has migrated yet.
        let isCurrent = try connection.columns(of: "node").contains("thumbnail_size")
        postpone =
            try isCurrent
            ? connection.statement(
                """
                UPDATE node SET attempts = ?1, next_try = ?2 WHERE number = ?3
                """) : nil
        attempts = try connection.statement(
            "SELECT \(isCurrent ? "attempts" : "0") FROM node WHERE number = ?")
        find = try connection.statement(
            """
            SELECT content_hash FROM node
            WHERE number = ? AND id = ? AND revision = ? AND folder IS NOT NULL
            """)
        // A stored picture stays if another request of it fails.
        store = try connection.statement(
            """
            UPDATE node SET thumbnail = ?1, thumbnail_length = ?2, thumbnail_failure = ?3
                \(isCurrent ? ", thumbnail_size = ?5" : "")
            WHERE number = ?4 AND (?1 = 1 OR thumbnail <> 1)
            """)
        stored = try connection.statement(
            """
            SELECT number, id, revision, content_hash, thumbnail_length FROM node
            WHERE thumbnail = 1 AND number > ? ORDER BY number LIMIT ?
            """)
        markPending = try connection.statement("UPDATE node SET thumbnail = 0 WHERE number = ?")
        garbage = try connection.statement(
            "SELECT rowid, id, revision, content_hash FROM garbage LIMIT ?")
        isUsed = try connection.statement(
            """
            SELECT 1 FROM node WHERE id = ? AND thumbnail = 1 AND content_hash IS ?
                AND (content_hash IS NOT NULL OR revision = ?)
            """)
        forget = try connection.statement("DELETE FROM garbage WHERE rowid = ?")
    }

    /// Returns the name of the file for `pending`; `nil` if its revision is not the present one.
    func name(for pending: PendingThumbnail) throws -> ThumbnailName? {
        find.bind(1, pending.position.number)
        find.bind(2, pending.id.rawValue)
        find.bind(3, pending.revision)
        return try find.first { row in
            ThumbnailName(
                id: pending.id, contentHash: row.withBytes(0, ContentHash.init(bytes:)),
                revision: pending.revision)
        }
    }

    /// Stores the outcome for a thumbnail whose `name(for:)` is not `nil`.
    ///
    /// `size` is the requested size, and `now` the present time.
    func record(_ outcome: ThumbnailResult, size: ThumbnailSize, now: FeedTime) throws {
        let number = outcome.pending.position.number
        store.bind(4, number)
        switch outcome.result {
        case .picture(let bytes, let media):
            store.bind(1, ThumbnailStatus.stored.rawValue)
            store.bind(2, Int64(bytes.count))
            store.bindNull(3)
            store.bind(5, size.rawValue)
            try store.run()
            if case .known(let info) = media { try mediaInfo.store(info, of: number) }
            if media == .nothing { try mediaInfo.store(nil, of: number) }
            try setAttempts(media == .pending ? try attempts(of: number) + 1 : 0, of: number, now)
        case .failure(let failure):
            let status: ThumbnailStatus = failure.isPermanent ? .failedForRevision : .failedForNow
            store.bind(1, status.rawValue)
            store.bindNull(2)
            store.bind(3, failure.reason)
            store.bindNull(5)
            try store.run()
            try setAttempts(try attempts(of: number) + 1, of: number, now)
        }
    }

    private func attempts(of number: Int64) throws -> Int64 {
        attempts.bind(1, number)
        return try attempts.first { $0.integer(0) } ?? 0
    }

    private func setAttempts(_ count: Int64, of number: Int64, _ now: FeedTime) throws {
        guard let postpone else {
            preconditionFailure("a library must be migrated before it is written")
        }
        let delay = ThumbnailStatus.delay(after: count)
        postpone.bind(1, count)
        postpone.bind(2, delay == 0 ? 0 : now.secondsSinceEpoch + delay)
        postpone.bind(3, number)
        try postpone.run()
    }

    /// A thumbnail that is recorded as stored.
    struct Stored {
        let number: Int64
        let name: ThumbnailName
        let length: Int64
    }

    /// Returns the next thumbnails recorded as stored, in the order of their nodes' numbers.
    func stored(after number: Int64, limit: Int) throws -> [Stored] {
        stored.bind(1, number)
        stored.bind(2, Int64(limit))
        var found: [Stored] = []
        try stored.forEachRow { row in
            found.append(
                Stored(
                    number: row.integer(0), name: Self.name(row, from: 1), length: row.integer(4)))
        }
        return found
    }

    /// Marks the thumbnail of node `number` to be fetched again.
    func markPending(_ number: Int64) throws {
        markPending.bind(1, number)
        try markPending.run()
    }

    /// A file whose row has dropped its reference.
    struct Garbage {
        let number: Int64
        let name: ThumbnailName
        /// Whether a row refers to the file again.
        let isUsed: Bool
    }

    /// Returns some of the files whose rows have dropped their references.
    func garbage(limit: Int) throws -> [Garbage] {
        garbage.bind(1, Int64(limit))
        var found: [Garbage] = []
        try garbage.forEachRow { row in
            isUsed.bind(1, row.text(1))
            row.withBytes(3) { hash in
                if hash.isEmpty { isUsed.bindNull(2) } else { isUsed.bind(2, bytes: hash) }
            }
            isUsed.bind(3, row.text(2))
            found.append(
                Garbage(
                    number: row.integer(0), name: Self.name(row, from: 1),
                    isUsed: try isUsed.first { _ in true } ?? false))
        }
        return found
    }

    /// Deletes the record of garbage whose file has been removed.
    func forget(_ garbage: Garbage) throws {
        forget.bind(1, garbage.number)
        try forget.run()
    }

    private static func name(_ row: SQLRow, from column: Int32) -> ThumbnailName {
        ThumbnailName(
            id: NodeID(rawValue: row.text(column)),
            contentHash: row.withBytes(column + 2, ContentHash.init(bytes:)),
            revision: row.text(column + 1))
    }
}
