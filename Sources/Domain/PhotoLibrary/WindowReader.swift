import PhotoFeed
import SQLitePersistence

/// Reads windows of the feed, and the thumbnails to fetch.
final class WindowReader {  // not @Schedulable: confined to the library's scheduler
    private let window: SQLStatement
    private let single: SQLStatement
    private let numbered: SQLStatement
    private let pending: SQLStatement
    private let toMake: SQLStatement
    private let counts: SQLStatement
    private let number: SQLStatement
    private let thumbnail: SQLStatement
    private let folders: FolderTable

    /// The largest size of a window's names and paths in bytes; one item may exceed it.
    private static let windowBytes = 4 << 20

    init(_ connection: SQLConnection, folders: FolderTable) throws {
        self.folders = folders
        let isDue = "next_try NOT BETWEEN ?5 + 1 AND ?5 + \(AttemptDelay.longest)"
        let size = "(SELECT feed.thumbnail_size FROM feed)"
        let isResize =
            "thumbnail = 1 AND \(size) IS NOT NULL AND node.thumbnail_size IS NOT \(size)"
        let isRepeated = """
            (thumbnail = 2 OR ?1 AND thumbnail = 1
                AND NOT EXISTS (SELECT 1 FROM media_info WHERE node = number) OR \(isResize))
            """
        let isWanted = "thumbnail = 0 OR \(isDue) AND \(isRepeated)"
        let nextTry = "min(CASE WHEN NOT (\(isDue)) AND \(isRepeated) THEN next_try END)"
        let items = "SELECT \(Self.columns) FROM node LEFT JOIN media_info ON node = number"
        single = try connection.statement("\(items) WHERE id = ? AND folder IS NOT NULL")
        numbered = try connection.statement(
            "\(items) WHERE number = ? AND folder IS NOT NULL")
        window = try connection.statement(
            """
            \(items) WHERE folder IS NOT NULL AND date >= ? AND (date, number) < (?, ?)
            ORDER BY date DESC, number DESC LIMIT ?
            """)
        pending = try connection.statement(
            """
            SELECT number, date, id, revision, \(isResize) FROM node
            WHERE folder IS NOT NULL AND (date, number) < (?2, ?3) AND (\(isWanted))
            ORDER BY date DESC, number DESC LIMIT ?4
            """)
        let isOfOriginal =
            "substr(thumbnail_failure, 1, \(ThumbnailFailure.originalPrefix.utf8.count))"
            + " = '\(ThumbnailFailure.originalPrefix)'"
        toMake = try connection.statement(
            """
            SELECT number, date, id, revision, \(isResize) FROM node
            WHERE folder IS NOT NULL AND (date, number) < (?1, ?2)
                AND (thumbnail = 4 OR thumbnail = 3 AND \(isOfOriginal) IS NOT 1 OR \(isResize))
            ORDER BY date DESC, number DESC LIMIT ?3
            """)
        let reasons = ThumbnailFailure.unsupported.map { "'\($0.reason)'" }.joined(separator: ", ")
        let isUnsupported =
            "(thumbnail = 4 OR thumbnail = 3 AND (thumbnail_failure IN (\(reasons))) IS 1)"
        // The index by folders would lead to each row separately.
        counts = try connection.statement(
            """
            SELECT count(*), sum(thumbnail = 1), sum(thumbnail IN (2, 3) AND NOT \(isUnsupported)),
                sum(\(isUnsupported)), sum(\(isWanted)), sum(\(isDue) AND \(isResize)), \(nextTry)
            FROM node NOT INDEXED WHERE folder IS NOT NULL
            """)
        number = try connection.statement("SELECT count(*) FROM node WHERE folder IS NOT NULL")
        thumbnail = try connection.statement(
            """
            SELECT \(PackRange.columns) FROM node
            WHERE id = ? AND thumbnail = 1 AND folder IS NOT NULL
            """)
    }

    /// The columns of an item.
    ///
    /// A former state of a photo has no folder, and its path and its display path after them.
    static let columns = """
        number, folder, date, id, leaf, name, revision, size, content_hash,
            client_modified, server_modified, thumbnail, thumbnail_failure,
            kind, width, height, latitude, longitude, time_taken, duration, \(PackRange.columns),
            zone_offset, make, model, content_identifier, motion_length, facts
        """

    func window(_ query: FeedQuery) throws -> FeedWindow { try self.window(query, by: window) }

    /// Returns the window that a statement with the columns of an item reads.
    ///
    /// Its parameters 1 to 4 are the lower limit, the date and the number before which the window
    /// begins, and the number of rows.
    func window(_ query: FeedQuery, by window: SQLStatement) throws -> FeedWindow {
        let bound = upperBound(query)
        window.bind(1, query.since?.secondsSinceEpoch ?? .min)
        window.bind(2, bound.date.secondsSinceEpoch)
        window.bind(3, bound.number)
        // One row more than requested shows whether another window follows.
        window.bind(4, Int64(query.limit) + 1)
        var items: [FeedItem] = []
        var known: [Int64: FolderTable.Paths] = [:]
        var next: FeedPosition?
        var last: FeedPosition?
        var bytes = 0
        try window.forEachRow { row in
            guard next == nil else { return }
            guard items.count < query.limit, bytes < Self.windowBytes else {
                next = last
                return
            }
            let position = FeedPosition(
                date: FeedTime(secondsSinceEpoch: row.integer(2)), number: row.integer(0))
            try check(position, after: last ?? bound)
            last = position
            let item = try item(row, known: &known)
            bytes += 2 * (item.node.pathKey.utf8.count + item.displayPath.utf8.count)
            items.append(item)
        }
        return FeedWindow(items: items, next: next)
    }

    func item(_ id: NodeID) throws -> FeedItem? {
        single.bind(1, id.rawValue)
        var known: [Int64: FolderTable.Paths] = [:]
        return try single.first { try item($0, known: &known) }
    }

    /// Returns the items with some numbers, in the order of the numbers.
    func items(numbered numbers: [Int64]) throws -> [FeedItem] {
        var known: [Int64: FolderTable.Paths] = [:]
        return try numbers.compactMap { number in
            numbered.bind(1, number)
            return try numbered.first { try item($0, known: &known) }
        }
    }

    func pendingThumbnails(
        after position: FeedPosition?, limit: Int, withMediaInfo: Bool, now: FeedTime
    ) throws -> [PendingThumbnail] {
        pending.bind(5, now.secondsSinceEpoch)
        let position = position ?? Self.end
        pending.bind(1, withMediaInfo ? 1 : 0)
        pending.bind(2, position.date.secondsSinceEpoch)
        pending.bind(3, position.number)
        pending.bind(4, Int64(limit))
        return try thumbnails(pending, after: position)
    }

    func thumbnailsToMake(after position: FeedPosition?, limit: Int) throws -> [PendingThumbnail] {
        let position = position ?? Self.end
        toMake.bind(1, position.date.secondsSinceEpoch)
        toMake.bind(2, position.number)
        toMake.bind(3, Int64(limit))
        return try thumbnails(toMake, after: position)
    }

    private func thumbnails(
        _ query: SQLStatement, after position: FeedPosition
    ) throws -> [PendingThumbnail] {
        var found: [PendingThumbnail] = []
        try query.forEachRow { row in
            let next = FeedPosition(
                date: FeedTime(secondsSinceEpoch: row.integer(1)), number: row.integer(0))
            try check(next, after: found.last?.position ?? position)
            found.append(
                PendingThumbnail(
                    id: NodeID(rawValue: row.text(2)), revision: row.text(3), position: next,
                    isResize: row.integer(4) != 0))
        }
        return found
    }

    /// Checks that a row comes after another one, or after the position at which the rows begin.
    ///
    /// Damage can leave a date that is not a whole number. Its row comes after the position that is
    /// read from it, so it would be read again and again.
    private func check(
        _ position: FeedPosition, after former: FeedPosition
    ) throws(FeedError) {
        guard
            position.date < former.date
                || position.date == former.date && position.number < former.number
        else {
            throw FeedError(
                .libraryDamaged,
                "the library is damaged: the date of item \(position.number) is not whole")
        }
    }

    /// Returns the location of a stored thumbnail; `nil` if none is stored.
    func thumbnail(of id: NodeID) throws -> PackRange? {
        thumbnail.bind(1, id.rawValue)
        return try thumbnail.first { PackRange($0, from: 0) }
    }

    /// Returns the number of items.
    func count() throws -> Int { try number.first { Int($0.integer(0)) } ?? 0 }

    func statistics(withMediaInfo: Bool, now: FeedTime) throws -> LibraryStatistics {
        counts.bind(5, now.secondsSinceEpoch)
        counts.bind(1, withMediaInfo ? 1 : 0)
        let statistics = try counts.first { row in
            LibraryStatistics(
                nodes: Int(row.integer(0)), thumbnails: Int(row.integer(1)),
                otherSizeThumbnails: Int(row.integer(5)), failedThumbnails: Int(row.integer(2)),
                unsupportedThumbnails: Int(row.integer(3)), pendingThumbnails: Int(row.integer(4)),
                nextAttempt: row.optionalInteger(6).map { FeedTime(secondsSinceEpoch: $0) })
        }
        return statistics
            ?? LibraryStatistics(nodes: 0, thumbnails: 0, failedThumbnails: 0, pendingThumbnails: 0)
    }

    private static let end = FeedPosition(
        date: FeedTime(secondsSinceEpoch: .max), number: .max)

    /// Returns the lower of the query's two upper bounds, where the window begins.
    private func upperBound(_ query: FeedQuery) -> FeedPosition {
        guard let until = query.until else { return query.after ?? Self.end }
        if let after = query.after, after.date < until { return after }
        return FeedPosition(date: until, number: .min)
    }

    private func item(_ row: SQLRow, known: inout [Int64: FolderTable.Paths]) throws -> FeedItem {
        let (path, displayPath) = try place(of: row, known: &known)
        let id = NodeID(rawValue: row.text(3))
        let hash = row.withBytes(8, ContentHash.init(bytes:))
        let revision = row.text(6)
        let status = try row.isNull(11) ? nil : ThumbnailStatus(row.integer(11))
        let node = MediaNode(
            id: id, name: row.text(5), pathKey: path, revision: revision,
            size: row.integer(7), contentHash: hash,
            clientModified: FeedTime(secondsSinceEpoch: row.integer(9)),
            serverModified: FeedTime(secondsSinceEpoch: row.integer(10)),
            mediaInfo: try MediaInfo(row), hasThumbnailFormat: status != ThumbnailStatus.none)
        let thumbnail: ThumbnailState =
            switch status {
            case .pending?: .pending
            case .stored?: .stored(PackRange(row, from: 20).location)
            case .failedForNow?, .failedForRevision?:
                .failed(
                    ThumbnailFailure(
                        reason: row.text(12), isPermanent: status == .failedForRevision))
            case .none?:
                .failed(.unsupportedFormat)
            case nil:
                .failed(.notKept)
            }
        return FeedItem(node: node, displayPath: displayPath, thumbnail: thumbnail)
    }

    /// The key of the path, and the path for display.
    private func place(
        of row: SQLRow, known: inout [Int64: FolderTable.Paths]
    ) throws -> (path: String, display: String) {
        guard let number = row.optionalInteger(1) else { return (row.text(30), row.text(31)) }
        let folder = try folders.paths(of: number, known: &known)
        return (folder.lower + "/" + row.text(4), folder.display + row.text(5))
    }
}

extension MediaInfo {
    /// The kind in a row of a picture from which the server read no information.
    static let noneKind = "none"

    /// Reads the columns from `kind` on; `nil` without a row or without information.
    fileprivate init?(_ row: SQLRow) throws(FeedError) {
        try self.init(
            kind: row.optionalText(13), width: row.optionalInteger(14),
            height: row.optionalInteger(15), latitude: row.optionalDouble(16),
            longitude: row.optionalDouble(17), timeTaken: row.optionalInteger(18),
            duration: row.optionalInteger(19), zoneOffset: row.optionalInteger(24),
            camera: Camera(make: row.optionalText(25), model: row.optionalText(26)),
            contentIdentifier: row.optionalText(27), motionLength: row.optionalInteger(28),
            isOfOriginal: row.optionalInteger(29) == MediaInfoTable.wholeFile)
    }

    /// Creates the metadata of stored values; `nil` without information.
    init?(
        kind text: String?, width: Int64?, height: Int64?, latitude: Double?, longitude: Double?,
        timeTaken: Int64?, duration: Int64?, zoneOffset: Int64? = nil, camera: Camera? = nil,
        contentIdentifier: String? = nil, motionLength: Int64? = nil, isOfOriginal: Bool = false
    ) throws(FeedError) {
        guard let text, text != Self.noneKind else { return nil }
        guard let kind = Kind(rawValue: text) else {
            throw FeedError(.libraryDamaged, "the library is damaged: unknown media kind \(text)")
        }
        func pair<Part, Whole>(_ first: Part?, _ second: Part?, _ make: (Part, Part) -> Whole)
            -> Whole?
        {
            guard let first, let second else { return nil }
            return make(first, second)
        }
        self.init(
            kind: kind, dimensions: pair(width, height, Dimensions.init),
            location: pair(latitude, longitude, Location.init),
            timeTaken: timeTaken.map(CameraTime.init(wallSeconds:)),
            zoneOffset: zoneOffset.flatMap { Int(exactly: $0) }, durationMilliseconds: duration,
            camera: camera, contentIdentifier: contentIdentifier, motionLength: motionLength,
            isOfOriginal: isOfOriginal)
    }
}
