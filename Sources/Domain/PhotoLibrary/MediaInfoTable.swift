import PhotoFeed
import SQLitePersistence

/// The information about each picture or video that the server or the original gave.
///
/// It determines the date of a node in the feed. A part that was read from an original is not
/// replaced by the server's, except for the size and the duration, which servers measure, too.
final class MediaInfoTable {  // not @Schedulable: confined to the library's scheduler
    private let storeInfo: SQLStatement
    private let storeFacts: SQLStatement
    private let delete: SQLStatement
    private let times: SQLStatement
    private let date: SQLStatement

    /// The value of the column `facts` for a whole file; the beginning of a file has 0.
    static let wholeFile: Int64 = 1

    init(_ connection: SQLConnection) throws {
        func kept(_ column: String) -> String {
            "CASE WHEN facts IS NOT NULL THEN media_info.\(column) END"
        }
        func known(_ column: String) -> String {
            "\(column) = coalesce(\(kept(column)), excluded.\(column))"
        }
        func measured(_ column: String) -> String {
            "\(column) = coalesce(excluded.\(column), \(kept(column)))"
        }
        storeInfo = try connection.statement(
            """
            INSERT INTO media_info
                (node, kind, width, height, latitude, longitude, time_taken, duration)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (node) DO UPDATE SET
                kind = CASE WHEN facts IS NOT NULL AND excluded.kind = '\(MediaInfo.noneKind)'
                    THEN media_info.kind ELSE excluded.kind END,
                \(measured("width")), \(measured("height")), \(known("latitude")),
                \(known("longitude")), \(known("time_taken")), \(measured("duration"))
            """)
        storeFacts = try connection.statement(
            """
            INSERT INTO media_info
                (node, kind, width, height, latitude, longitude, time_taken, duration,
                    zone_offset, make, model, content_identifier, motion_length, facts)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce(?7, ?15), ?8,
                CASE WHEN ?7 IS NOT NULL THEN ?9 WHEN ?15 IS NOT NULL THEN 0 END,
                ?10, ?11, ?12, ?13, ?14)
            ON CONFLICT (node) DO UPDATE SET
                kind = CASE WHEN media_info.kind = '\(MediaInfo.noneKind)'
                    THEN excluded.kind ELSE media_info.kind END,
                width = coalesce(media_info.width, excluded.width),
                height = coalesce(media_info.height, excluded.height),
                latitude = coalesce(excluded.latitude, media_info.latitude),
                longitude = coalesce(excluded.longitude, media_info.longitude),
                time_taken = coalesce(?7, media_info.time_taken, ?15),
                duration = coalesce(media_info.duration, excluded.duration),
                zone_offset = CASE WHEN ?7 IS NOT NULL THEN ?9
                    WHEN coalesce(media_info.time_taken, ?15) = ?15 THEN 0 END,
                make = excluded.make, model = excluded.model,
                content_identifier = excluded.content_identifier,
                motion_length = excluded.motion_length, facts = excluded.facts
            WHERE media_info.facts IS NULL OR media_info.facts <= excluded.facts
            """)
        delete = try connection.statement("DELETE FROM media_info WHERE node = ?")
        times = try connection.statement(
            """
            SELECT client_modified, time_taken, zone_offset
            FROM node LEFT JOIN media_info ON node = number WHERE number = ?
            """)
        date = try connection.statement("UPDATE node SET date = ? WHERE number = ?")
    }

    /// Stores the server's information about node `number`, and updates the node's date.
    ///
    /// - Parameter info: `nil` if the server was asked and read no information from the content.
    func store(_ info: MediaInfo?, of number: Int64) throws {
        bind(info, of: number, to: storeInfo)
        try storeInfo.run()
        try updateDate(of: number)
    }

    /// Stores what was read from the original of node `number`, and updates the node's date.
    ///
    /// The beginning of a file does not replace the facts of the whole file.
    func store(_ facts: OriginalFacts, of number: Int64) throws {
        let info = facts.info
        bind(info, of: number, to: storeFacts)
        storeFacts.bind(9, info.zoneOffset.map { Int64($0) })
        storeFacts.bind(10, info.camera?.make)
        storeFacts.bind(11, info.camera?.model)
        storeFacts.bind(12, info.contentIdentifier)
        storeFacts.bind(13, info.motionLength)
        storeFacts.bind(14, info.isOfOriginal ? Self.wholeFile : 0)
        storeFacts.bind(15, facts.recorded?.secondsSinceEpoch)
        try storeFacts.run()
        try updateDate(of: number)
    }

    /// Deletes the information about a content that the node no longer has.
    func forget(_ number: Int64) throws {
        delete.bind(1, number)
        try delete.run()
    }

    private func bind(_ info: MediaInfo?, of number: Int64, to statement: SQLStatement) {
        statement.bind(1, number)
        statement.bind(2, info?.kind.rawValue ?? MediaInfo.noneKind)
        statement.bind(3, info?.dimensions?.width)
        statement.bind(4, info?.dimensions?.height)
        statement.bind(5, info?.location?.latitude)
        statement.bind(6, info?.location?.longitude)
        statement.bind(7, info?.timeTaken?.wallSeconds)
        statement.bind(8, info?.durationMilliseconds)
    }

    /// Computes the date of node `number` of the camera's time, or of the last change of its file.
    func updateDate(of number: Int64) throws {
        times.bind(1, number)
        let found = try times.first { row in
            let fileModified = FeedTime(secondsSinceEpoch: row.integer(0))
            let taken = row.optionalInteger(1).map(CameraTime.init(wallSeconds:))
            return taken.map {
                FeedTime(
                    taken: $0, zoneOffset: row.optionalInteger(2).map { Int($0) },
                    fileModified: fileModified)
            } ?? fileModified
        }
        guard let found else { return }
        date.bind(1, found.secondsSinceEpoch)
        date.bind(2, number)
        try date.run()
    }
}
