import PhotoFeed
import SQLitePersistence

/// The table with one row: the source, and the library's position in the history of its feed.
final class FeedTable {  // not @Schedulable: confined to the library's scheduler
    private let read: SQLStatement
    private let write: SQLStatement
    private let setClosed: SQLStatement
    private let readCredential: SQLStatement
    private let setCredential: SQLStatement

    /// The row as it is stored.
    struct Row {
        var source: FeedSource?
        var cursor: FeedCursor?
        /// The number of the first row that the listing adds, or the one that it began again;
        /// `nil` without a listing.
        var firstListed: Int64?
        /// The number of listings started so far.
        ///
        /// Entries that the last complete listing did not mention have an older generation, and so
        /// have those of folders that it stated as unchanged, see `FolderTable`.
        var generation: Int64
        /// The boot session in which the last run ended.
        ///
        /// It is `nil` from the first write of a run until the run's end.
        var closingSession: String?
        /// The size that was chosen for thumbnails; `nil` if none was chosen.
        var thumbnailSize: ThumbnailSize?

        var isListing: Bool { firstListed != nil }

        func state() throws(FeedError) -> FeedState {
            guard let source else { return .empty }
            if isListing { return .listing(source, cursor: cursor) }
            guard let cursor else {
                throw FeedError(
                    .libraryDamaged, "the library is damaged: the cursor of its feed is missing")
            }
            return .following(source, cursor: cursor)
        }
    }

    init(_ connection: SQLConnection) throws {
        read = try connection.statement(
            """
            SELECT folder, cursor, first_listed, generation, closed_in, server, account,
                thumbnail_size
            FROM feed
            """)
        readCredential = try connection.statement("SELECT credential FROM feed")
        setCredential = try connection.statement("UPDATE feed SET credential = ?")
        write = try connection.statement(
            """
            UPDATE feed SET folder = ?1, cursor = ?2, first_listed = ?3, generation = ?4,
                server = ?5, account = ?6, thumbnail_size = ?7,
                credential = CASE WHEN server IS ?5 AND account IS ?6 THEN credential END
            """)
        setClosed = try connection.statement("UPDATE feed SET closed_in = ?")
    }

    func row() throws -> Row {
        let row = try read.first { row in
            Row(
                source: row.optionalText(0).map {
                    FeedSource(
                        server: row.optionalText(5), folder: $0,
                        account: row.optionalText(6).map(FeedAccount.init(rawValue:)))
                },
                cursor: row.optionalText(1).map(FeedCursor.init(rawValue:)),
                firstListed: row.optionalInteger(2), generation: row.integer(3),
                closingSession: row.optionalText(4),
                thumbnailSize: row.optionalText(7).map(ThumbnailSize.init(rawValue:)))
        }
        guard let row else {
            throw FeedError(.libraryDamaged, "the library is damaged: its feed is missing")
        }
        return row
    }

    /// Stores `row`; a credential is deleted if the server or the account changes.
    func store(_ row: Row) throws {
        write.bind(1, row.source?.folder)
        write.bind(2, row.cursor?.rawValue)
        write.bind(3, row.firstListed)
        write.bind(4, row.generation)
        write.bind(5, row.source?.server)
        write.bind(6, row.source?.account?.rawValue)
        write.bind(7, row.thumbnailSize?.rawValue)
        try write.run()
    }

    /// Returns the fingerprint of the credential of the last run; `nil` if there is none.
    func credential() throws -> CredentialFingerprint? {
        try readCredential.first { row in row.withBytes(0) { CredentialFingerprint(stored: $0) } }
            ?? nil
    }

    func store(_ credential: CredentialFingerprint) throws {
        credential.bytes.withUnsafeBytes { setCredential.bind(1, bytes: $0) }
        try setCredential.run()
    }

    func setClosed(in session: String?) throws {
        setClosed.bind(1, session)
        try setClosed.run()
    }
}
