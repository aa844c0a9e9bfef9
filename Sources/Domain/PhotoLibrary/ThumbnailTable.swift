import PhotoFeed
import SQLitePersistence

/// The records of thumbnails in the table of the nodes.
final class ThumbnailTable {  // not @Schedulable: confined to the library's scheduler
    private let storePicture: SQLStatement
    private let storeFailure: SQLStatement
    private let attempts: SQLStatement
    private let postpone: SQLStatement
    private let inPack: SQLStatement
    private let move: SQLStatement
    private let markPending: SQLStatement
    private let mediaInfo: MediaInfoTable

    /// More attempts than any thumbnail has; the number of a damaged library may be any.
    private static let attemptLimit: Int64 = 1 << 20

    init(_ connection: SQLConnection, mediaInfo: MediaInfoTable) throws {
        self.mediaInfo = mediaInfo
        storePicture = try connection.statement(
            """
            UPDATE node SET thumbnail_pack = ?1, thumbnail_offset = ?2, thumbnail_length = ?3,
                thumbnail_checksum = ?4, thumbnail = 1, thumbnail_failure = NULL,
                thumbnail_size = ?5, attempts = 0, next_try = 0
            WHERE number = ?6
            """)
        attempts = try connection.statement(
            """
            SELECT attempts FROM node
            WHERE number = ? AND id = ? AND revision = ? AND folder IS NOT NULL
            """)
        // A stored picture stays if another request of it fails.
        storeFailure = try connection.statement(
            """
            UPDATE node SET thumbnail = ?1, thumbnail_failure = ?2, thumbnail_length = NULL,
                thumbnail_size = NULL
            WHERE number = ?3 AND thumbnail <> 1
            """)
        postpone = try connection.statement(
            "UPDATE node SET attempts = ?, next_try = ? WHERE number = ?")
        inPack = try connection.statement(
            """
            SELECT number, \(PackRange.columns) FROM node
            WHERE thumbnail = 1 AND thumbnail_pack = ? AND number > ? ORDER BY number LIMIT ?
            """)
        move = try connection.statement(
            """
            UPDATE node SET thumbnail_pack = ?1, thumbnail_offset = ?2, thumbnail_length = ?3,
                thumbnail_checksum = ?4
            WHERE number = ?5
            """)
        markPending = try connection.statement("UPDATE node SET thumbnail = 0 WHERE number = ?")
    }

    /// Stores the location of a picture.
    ///
    /// - Returns: `false` if the revision of `pending` is not the present one; nothing is stored.
    func record(
        _ pending: PendingThumbnail, _ media: MediaInfoState, at range: PackRange,
        size: ThumbnailSize, now: FeedTime
    ) throws -> Bool {
        let number = pending.position.number
        guard let attempts = try attempts(of: pending) else { return false }
        range.bind(to: storePicture)
        storePicture.bind(5, size.rawValue)
        storePicture.bind(6, number)
        try storePicture.run()
        if case .known(let info) = media { try mediaInfo.store(info, of: number) }
        if media == .nothing { try mediaInfo.store(nil, of: number) }
        // The server has not examined the picture yet: it is asked again, less and less often.
        if media == .pending { try setAttempts(attempts + 1, of: number, now) }
        return true
    }

    /// Stores a failure, unless the revision of `pending` is not the present one.
    func record(
        _ pending: PendingThumbnail, _ failure: ThumbnailFailure, now: FeedTime
    ) throws {
        let number = pending.position.number
        guard let attempts = try attempts(of: pending) else { return }
        let status: ThumbnailStatus = failure.isPermanent ? .failedForRevision : .failedForNow
        storeFailure.bind(1, status.rawValue)
        storeFailure.bind(2, failure.reason)
        storeFailure.bind(3, number)
        try storeFailure.run()
        try setAttempts(attempts + 1, of: number, now)
    }

    /// The number of failed requests; `nil` if the revision is not the present one.
    private func attempts(of pending: PendingThumbnail) throws -> Int64? {
        attempts.bind(1, pending.position.number)
        attempts.bind(2, pending.id.rawValue)
        attempts.bind(3, pending.revision)
        return try attempts.first { min($0.integer(0), Self.attemptLimit) }
    }

    private func setAttempts(_ count: Int64, of number: Int64, _ now: FeedTime) throws {
        let delay = AttemptDelay.seconds(after: count)
        postpone.bind(1, count)
        postpone.bind(2, delay == 0 ? 0 : now.secondsSinceEpoch + delay)
        postpone.bind(3, number)
        try postpone.run()
    }

    /// A thumbnail that is recorded as stored.
    struct Stored {
        /// The number of its node.
        let number: Int64
        let place: PackRange
    }

    /// Returns the next thumbnails in a pack, in the order of their nodes' numbers.
    ///
    /// It reads all nodes, which takes about a second for a million.
    func stored(
        in pack: Int64, after number: Int64 = .min, limit: Int = .max
    ) throws -> [Stored] {
        inPack.bind(1, pack)
        inPack.bind(2, number)
        inPack.bind(3, Int64(limit))
        var found: [Stored] = []
        try inPack.forEachRow { row in
            found.append(Stored(number: row.integer(0), place: PackRange(row, from: 1)))
        }
        return found
    }

    /// Stores another location of the thumbnail of node `number`.
    func move(_ number: Int64, to range: PackRange) throws {
        range.bind(to: move)
        move.bind(5, number)
        try move.run()
    }

    /// Marks the thumbnail of node `number` to be fetched again.
    func markPending(_ number: Int64) throws {
        markPending.bind(1, number)
        try markPending.run()
    }
}
