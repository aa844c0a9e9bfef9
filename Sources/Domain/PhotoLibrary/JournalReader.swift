import Persistence
import PhotoFeed
import SQLitePersistence

/// Reads the journal of a library, and the feed at earlier times.
final class JournalReader {  // not @Schedulable: confined to the library's scheduler
    private let windows: WindowReader
    private let window: SQLStatement

    init(_ connection: SQLConnection, windows: WindowReader) throws {
        self.windows = windows
        // The photos that have not changed since page ?5, and the first states since then of those
        // that have. A photo has its present thumbnail if it has its present content.
        window = try connection.statement(
            """
            SELECT * FROM (
                SELECT \(WindowReader.columns), NULL, NULL
                FROM node LEFT JOIN media_info ON node = number
                WHERE folder IS NOT NULL AND date >= ?1 AND (date, number) < (?2, ?3)
                    AND NOT EXISTS (
                        SELECT 1 FROM journal WHERE journal.id = node.id AND page > ?5)
                ORDER BY date DESC, number DESC LIMIT ?4)
            UNION ALL SELECT * FROM (
                SELECT former.number, NULL, former.date, former.id, '', former.name,
                    former.revision, former.size, former.content_hash, former.client_modified,
                    former.server_modified, thumbnail, thumbnail_failure, kind, width, height,
                    latitude, longitude, time_taken, duration, \(PackRange.columns),
                    NULL, NULL, NULL, NULL, NULL, NULL, path, display
                FROM journal AS former LEFT JOIN node AS present
                    ON present.id = former.id AND present.folder IS NOT NULL
                        AND present.content_hash IS former.content_hash
                        AND (former.content_hash IS NOT NULL
                            OR present.revision = former.revision)
                WHERE path IS NOT NULL AND page > ?5 AND former.date >= ?1
                    AND (former.date, former.number) < (?2, ?3)
                    AND NOT EXISTS (
                        SELECT 1 FROM journal AS earlier
                        WHERE earlier.id = former.id AND earlier.page > ?5
                            AND earlier.page < former.page)
                ORDER BY former.date DESC, former.number DESC LIMIT ?4)
            ORDER BY 3 DESC, 1 DESC LIMIT ?4
            """)
    }

    /// Returns a window of the feed at `time`.
    func window(
        _ query: FeedQuery, at time: FeedTime, in session: ReadSession
    ) throws -> FeedWindow {
        let start = try session.find(JournalExtentRow.self, JournalExtentRow.key)?.start
        if start.map({ $0 > time.secondsSinceEpoch }) ?? true {
            throw Self.notKept(time, start: start)
        }
        let last = try session.first(
            JournalPageRow.where { $0.time <= time.secondsSinceEpoch }
                .order(by: \.number, .descending))
        window.bind(5, last?.number ?? 0)
        return try windows.window(query, by: window)
    }

    /// The failure of a query for a time before the journal.
    private static func notKept(_ time: FeedTime, start: Int64?) -> FeedError {
        let limit = start.map { " before \(FeedTime(secondsSinceEpoch: $0))" } ?? " yet"
        return FeedError(
            .historyNotKept, "the feed of \(time) is unknown: the library has no journal\(limit)")
    }

    /// Returns a part of the journal.
    func entries(_ query: JournalQuery, in session: ReadSession) throws -> JournalWindow {
        guard let extent = try session.find(JournalExtentRow.self, JournalExtentRow.key) else {
            return JournalWindow(entries: [], next: nil, start: nil)
        }
        let rows = try rows(query, in: session)
        let part = rows.prefix(query.limit)
        let times = try times(of: part, in: session)
        let entries = try part.compactMap { row in
            try entry(row, time: times[row.page] ?? extent.time, in: session)
        }
        let next = part.count < rows.count ? part.last : nil
        return JournalWindow(
            entries: entries,
            next: next.map { JournalPosition(page: $0.page, id: NodeID(rawValue: $0.id)) },
            start: FeedTime(secondsSinceEpoch: extent.start))
    }

    /// The rows of a part, and one more if another part follows.
    private func rows(_ query: JournalQuery, in session: ReadSession) throws -> [JournalRow] {
        var found = JournalRow.all
        if let since = query.since {
            let first = try session.first(
                JournalPageRow.where { $0.time >= since.secondsSinceEpoch })
            guard let first else { return [] }
            found = found.where { $0.page >= first.number }
        }
        if let after = query.after {
            // The first condition makes it a range of the key.
            found = found.where {
                $0.page >= after.page && ($0.page > after.page || $0.id > after.id.rawValue)
            }
        }
        return try session.all(found.limit(query.limit + 1))
    }

    private func times(
        of rows: ArraySlice<JournalRow>, in session: ReadSession
    ) throws -> [Int64: Int64] {
        guard let first = rows.first, let last = rows.last else { return [:] }
        let pages = try session.all(
            JournalPageRow.where { $0.number >= first.page && $0.number <= last.page })
        // The table of a damaged library may have a number twice.
        return Dictionary(
            pages.map { ($0.number, $0.time) }, uniquingKeysWith: { first, _ in first })
    }

    /// The entry of a row; `nil` if the page has restored the state before it.
    private func entry(
        _ row: JournalRow, time: Int64, in session: ReadSession
    ) throws -> JournalEntry? {
        // The state after a page is the one before the next change, or else the present one.
        let next = try session.first(
            JournalRow.where { $0.id == row.id && $0.page > row.page }.order(by: \.page))
        let id = NodeID(rawValue: row.id)
        let former = try row.node
        let present = if let next { try next.node } else { try presentNode(id) }
        switch (former, present) {
        case (nil, nil): return nil
        case (let former?, let present?) where former.isSameFile(as: present): return nil
        default:
            return JournalEntry(
                time: FeedTime(secondsSinceEpoch: time), id: id, former: former, present: present)
        }
    }

    private func presentNode(_ id: NodeID) throws -> MediaNode? {
        guard let item = try windows.item(id) else { return nil }
        let node = item.node
        return MediaNode(
            id: id, name: node.name, pathKey: node.pathKey, pathDisplay: item.displayPath,
            revision: node.revision, size: node.size, contentHash: node.contentHash,
            clientModified: node.clientModified, serverModified: node.serverModified,
            mediaInfo: node.mediaInfo)
    }
}

extension MediaNode {
    /// Whether the server has described the same file, whatever is known of the picture.
    fileprivate func isSameFile(as other: MediaNode) -> Bool {
        pathKey.utf8.elementsEqual(other.pathKey.utf8) && name.utf8.elementsEqual(other.name.utf8)
            && revision == other.revision && contentHash == other.contentHash
            && size == other.size && clientModified == other.clientModified
            && serverModified == other.serverModified
    }
}
