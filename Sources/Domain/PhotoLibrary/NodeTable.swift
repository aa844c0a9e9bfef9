import PhotoFeed
import SQLitePersistence
import TextFormats

/// The photos and videos of a library, kept by the rules for mirrors of a feed.
final class NodeTable {  // not @Schedulable: confined to the library's scheduler
    private let insert: SQLStatement
    private let findPlace: SQLStatement
    private let findID: SQLStatement
    private let update: SQLStatement
    private let touch: SQLStatement
    private let tombstoneOne: SQLStatement
    private let tombstoneBelow: SQLStatement
    private let tombstoneUnseen: SQLStatement
    private let dropUnseenFolders: SQLStatement
    private let purge: SQLStatement
    /// The photos that were moved without an identifier.
    let moves: NodeMoves
    private let folders: FolderTable
    private let mediaInfo: MediaInfoTable
    private let journal: JournalTable

    init(
        _ connection: SQLConnection, folders: FolderTable, mediaInfo: MediaInfoTable,
        journal: JournalTable
    ) throws {
        self.folders = folders
        self.mediaInfo = mediaInfo
        self.journal = journal
        moves = try NodeMoves(connection, mediaInfo: mediaInfo)
        let columns = """
            folder, generation, thumbnail, date, client_modified, server_modified, size, \
            id, leaf, name, revision, content_hash
            """
        insert = try connection.statement(
            """
            INSERT INTO node (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """)
        findPlace = try connection.statement(
            "SELECT number, id FROM node WHERE folder = ? AND leaf = ?")
        findID = try connection.statement(
            """
            SELECT number, folder, leaf, name, revision, content_hash, thumbnail, client_modified,
                server_modified, size, time_taken, zone_offset
            FROM node LEFT JOIN media_info ON node = number WHERE id = ?
            """)
        update = try connection.statement(
            """
            UPDATE node SET folder = ?1, generation = ?2, thumbnail = ?3,
                date = ?4, client_modified = ?5, server_modified = ?6, size = ?7, id = ?8,
                leaf = ?9, name = ?10, revision = ?11,
                content_hash = ?12, attempts = CASE WHEN ?13 THEN attempts ELSE 0 END,
                next_try = CASE WHEN ?13 THEN next_try ELSE 0 END
            WHERE number = ?14
            """)
        touch = try connection.statement("UPDATE node SET generation = ? WHERE number = ?")
        tombstoneOne = try connection.statement("UPDATE node SET folder = NULL WHERE number = ?")
        tombstoneBelow = try connection.statement(
            """
            UPDATE node SET folder = NULL WHERE folder IN (SELECT number FROM folder
                WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3)
            """)
        tombstoneUnseen = try connection.statement(
            """
            UPDATE node NOT INDEXED SET folder = NULL
            WHERE folder IS NOT NULL AND generation <> ?1 AND \(FolderTable.isNotKept)
            """)
        dropUnseenFolders = try connection.statement("DELETE FROM folder WHERE generation <> ?")
        purge = try connection.statement("DELETE FROM node WHERE folder IS NULL")
    }

    /// Applies one change as part of `generation` of the feed's listings.
    func apply(
        _ change: NodeChange, generation: Int64, changeSummary: inout ChangeSummary
    ) throws {
        switch change {
        case .media(let node):
            try store(node, generation: generation, changeSummary: &changeSummary)
        case .folder(let folder):
            try removeFile(at: folder.pathKey, &changeSummary)
            try folders.store(folder, generation: generation)
        case .otherFile(let path), .deleted(let path):
            try removeFile(at: path, &changeSummary)
            try removeFolder(at: path, &changeSummary)
        case .unchanged(let path):
            try folders.keep(path, generation: generation)
        case .unlisted(let path, _):
            try folders.keep(path, generation: generation)
            try keepFile(at: path, generation: generation)
        }
    }

    /// Marks the file at `path`, if there is one, and the folders above it for `generation`.
    private func keepFile(at path: String, generation: Int64) throws {
        let parent = path[...].parentPath
        guard let folder = try folders.number(of: String(parent)) else { return }
        findPlace.bind(1, folder)
        findPlace.bind(2, String(path[...].lastComponent))
        guard let number = try findPlace.first({ $0.integer(0) }) else { return }
        _ = try folders.resolve(parent, display: nil, generation: generation)
        touch.bind(1, generation)
        touch.bind(2, number)
        try touch.run()
    }

    /// Ends a complete listing: removes the entries that it did not mention.
    func removeUnseen(generation: Int64, changeSummary: inout ChangeSummary) throws {
        try journal.recordUnseen(generation: generation)
        tombstoneUnseen.bind(1, generation)
        changeSummary.removed += try tombstoneUnseen.run()
        dropUnseenFolders.bind(1, generation)
        try dropUnseenFolders.run()
        folders.forget()
    }

    /// Stores what was read from an original, if its node still has that content.
    func store(_ facts: OriginalFacts) throws {
        guard let row = try row(of: facts.version.id) else { return }
        let isSameContent =
            ContentHash.areEqual(row.contentHash, facts.version.contentHash)
            ?? (row.revision == facts.version.revision)
        if isSameContent { try mediaInfo.store(facts, of: row.number) }
    }

    /// Deletes the tombstones; every moved node has been added again by now.
    func removeTombstones() throws { try purge.run() }

    private func store(
        _ node: MediaNode, generation: Int64, changeSummary: inout ChangeSummary
    ) throws {
        try place(node, generation: generation, changeSummary: &changeSummary)
        guard let info = node.mediaInfo, let row = try row(of: node.id) else { return }
        try mediaInfo.store(info, of: row.number)
    }

    private func place(
        _ node: MediaNode, generation: Int64, changeSummary: inout ChangeSummary
    ) throws {
        let path = node.pathKey
        if try folders.isAt(photoPath: path) { try removeFolder(at: path, &changeSummary) }
        let folder = try folders.resolve(
            path[...].parentPath, display: node.pathDisplay?[...].parentPath,
            generation: generation)
        let leaf = String(path[...].lastComponent)
        let thumbnail = node.hasThumbnailFormat ? ThumbnailStatus.pending : .none
        bind(node, to: insert, folder: folder, leaf: leaf, generation, thumbnail)
        if try insert.run() == 1 { return try added(node, &changeSummary) }
        try removeFile(in: folder, leaf: leaf, unless: node.id, &changeSummary)
        guard let row = try row(of: node.id) else {
            bind(node, to: insert, folder: folder, leaf: leaf, generation, thumbnail)
            try insert.run()
            return try added(node, &changeSummary)
        }
        let isSameContent =
            ContentHash.areEqual(row.contentHash, node.contentHash)
            ?? (row.revision == node.revision)
        // A failure belongs to a revision, and a format to a name; either may have changed.
        let keepsThumbnail =
            switch row.thumbnail {
            case .stored: isSameContent
            case .none: false
            default: isSameContent && row.revision == node.revision
            }
        bind(
            node, to: update, folder: folder, leaf: leaf, generation,
            keepsThumbnail ? row.thumbnail : thumbnail)
        // The camera's time, once known, determines the date as long as the content is the same.
        if isSameContent, let taken = row.timeTaken {
            let date = FeedTime(
                taken: taken, zoneOffset: row.zoneOffset, fileModified: node.clientModified)
            update.bind(4, date.secondsSinceEpoch)
        }
        update.bind(13, keepsThumbnail ? 1 : 0)
        update.bind(14, row.number)
        if let former = row.folder {
            if !row.describes(node, folder: folder, leaf: leaf) {
                changeSummary.changed += 1
                try journal.record(row.number, in: former)
            }
        } else {
            // The node was counted as removed earlier in this run, but it has only moved.
            changeSummary.removed -= 1
            changeSummary.changed += 1
            try journal.recordAbsence(of: node.id)
        }
        try update.run()
        if !isSameContent { try mediaInfo.forget(row.number) }
    }

    private func added(_ node: MediaNode, _ changeSummary: inout ChangeSummary) throws {
        moves.added(insert.insertedNumber)
        changeSummary.added += 1
        try journal.recordAbsence(of: node.id)
    }

    private func bind(
        _ node: MediaNode, to statement: SQLStatement, folder: Int64, leaf: String,
        _ generation: Int64, _ thumbnail: ThumbnailStatus
    ) {
        statement.bind(1, folder)
        statement.bind(2, generation)
        statement.bind(3, thumbnail.rawValue)
        statement.bind(4, node.clientModified.secondsSinceEpoch)
        statement.bind(5, node.clientModified.secondsSinceEpoch)
        statement.bind(6, node.serverModified.secondsSinceEpoch)
        statement.bind(7, node.size)
        statement.bind(8, node.id.rawValue)
        statement.bind(9, leaf)
        statement.bind(10, node.name)
        statement.bind(11, node.revision)
        if let hash = node.contentHash {
            hash.withBytes { statement.bind(12, bytes: $0) }
        } else {
            statement.bindNull(12)
        }
    }

    private func removeFile(at path: String, _ changeSummary: inout ChangeSummary) throws {
        guard let folder = try folders.number(of: String(path[...].parentPath)) else { return }
        let leaf = String(path[...].lastComponent)
        try removeFile(in: folder, leaf: leaf, unless: nil, &changeSummary)
    }

    private func removeFile(
        in folder: Int64, leaf: String, unless id: NodeID?, _ changeSummary: inout ChangeSummary
    ) throws {
        findPlace.bind(1, folder)
        findPlace.bind(2, leaf)
        let found = try findPlace.first { ($0.integer(0), $0.text(1)) }
        guard let found, found.1 != id?.rawValue else { return }
        try journal.record(found.0, in: folder)
        tombstoneOne.bind(1, found.0)
        changeSummary.removed += try tombstoneOne.run()
    }

    private func removeFolder(at path: String, _ changeSummary: inout ChangeSummary) throws {
        guard try folders.hasAny(atOrBelow: path) else { return }
        try journal.record(below: path)
        tombstoneBelow.bind(subtree: path)
        changeSummary.removed += try tombstoneBelow.run()
        try folders.remove(path)
    }

    private func row(of id: NodeID) throws -> NodeRow? {
        findID.bind(1, id.rawValue)
        return try findID.first(NodeRow.init)
    }
}

/// The stored state of a node, to be compared with a newer description.
private struct NodeRow {
    let number: Int64
    let folder: Int64?
    let leaf: String
    let name: String
    let revision: String
    let contentHash: ContentHash?
    let thumbnail: ThumbnailStatus
    let times: [Int64]
    let size: Int64
    let timeTaken: CameraTime?
    let zoneOffset: Int?

    init(_ row: SQLRow) throws {
        number = row.integer(0)
        folder = row.optionalInteger(1)
        leaf = row.text(2)
        name = row.text(3)
        revision = row.text(4)
        contentHash = row.withBytes(5, ContentHash.init(bytes:))
        thumbnail = try ThumbnailStatus(row.integer(6))
        times = [row.integer(7), row.integer(8)]
        size = row.integer(9)
        timeTaken = row.optionalInteger(10).map(CameraTime.init(wallSeconds:))
        zoneOffset = row.optionalInteger(11).map { Int($0) }
    }

    func describes(_ node: MediaNode, folder: Int64, leaf: String) -> Bool {
        self.folder == folder && ByteEqualString(self.leaf) == ByteEqualString(leaf)
            && ByteEqualString(name) == ByteEqualString(node.name)
            && revision == node.revision && contentHash == node.contentHash && size == node.size
            && times == [
                node.clientModified.secondsSinceEpoch, node.serverModified.secondsSinceEpoch,
            ]
    }
}
