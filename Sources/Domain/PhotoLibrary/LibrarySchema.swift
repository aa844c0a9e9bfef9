import Persistence
import SQLitePersistence

/// The tables of a library, and the migrations of older libraries.
///
/// The tables of photos, folders and packs are made and read by statements in the language of
/// SQLite, since a sync stores thousands of rows a second in them.
enum LibrarySchema {
    /// The mark of a library in its file: "PhPk".
    static let program: Int32 = 0x5068_506B

    static let current = DatabaseSchema(
        program: program,
        models: [
            SyncRow.self, SyncWaitRow.self, JournalRow.self, JournalPageRow.self,
            JournalExtentRow.self,
        ],
        migrations: former.enumerated().map { index, migration in
            Migration(
                migration.name, formerly: "\(index + 1): \(migration.name)",
                [.statements(migration.statements, engine: SQLiteEngine.name)])
        } + [history, facts, keptFolders])

    /// The migrations of the time when another mechanism ran them and recorded their names.
    static let former: [(name: String, statements: [String])] = [
        ("nodes, folders, thumbnails", first),
        ("the server that is followed", second),
        ("account, retries, instants", third),
        ("thumbnail sizes", fourth),
        ("packs of thumbnails", fifth),
    ]

    // A node's location is its folder and the last component of its path: index entries stay short,
    // and a new display name of a folder changes no node. A node without a folder is a tombstone:
    // it keeps its thumbnail until the last page of changes is applied, because a move is a
    // deletion followed by an addition of the same id.
    //
    // feed.is_listing: 0 without a listing, 1 for one that an earlier version has begun, or else
    // the number of the first row that the listing adds, plus 1. A listing that begins again keeps
    // it, because the rows of the listing before it are not former ones. Earlier versions read it
    // as a flag.
    //
    // folder.kept: the last listing that has stated the folder as unchanged, so that it counts as
    // one that has mentioned the folder's nodes; NULL if none has.
    //
    // thumbnail: 0 pending, 1 stored, 2 failed for now, 3 failed for this revision, 4 none,
    // because the server makes none of this format.
    //
    // date: the instant by which the feed is sorted. media_info.time_taken: the camera's clock.
    //
    // media_info.kind: `photo`, `video`, or `none` if the server has read no information from this
    // content.
    //
    // media_info.facts: the version of the reader that has read the original; NULL if the row has
    // only what the server read. zone_offset: the seconds by which the camera's clock was ahead of
    // UTC. make, model, content_identifier and motion_length are only in originals.
    //
    // attempts, next_try: the number of successive requests of the thumbnail that failed or found
    // the file not yet analysed by the server, and the earliest time of the next request.
    //
    // node.thumbnail_size: the requested size of the stored thumbnail; NULL if it was stored before
    // this column existed. feed.thumbnail_size: the chosen size; NULL if none was chosen, and then
    // every size is accepted.
    //
    // credential: a key, and the fingerprint under it of the credential of the last run.
    //
    // closed_in: the boot session in which the last run ended; NULL during a run.
    //
    // pack: the files that contain the thumbnails. length: the number of valid bytes. dead: those
    // without a reference. synchronized: those that survive a power cut. modified: the time of the
    // file's last change, in nanoseconds since 1970, when the last run ended; NULL during a run
    // that has appended to it. A number is never used again, so that a reader cannot take a new
    // pack for an old one.
    //
    // node.thumbnail_pack: the pack of the stored thumbnail; NULL if it is still in a file of an
    // earlier version. feed.has_thumbnail_files: whether there may be such files.
    private static let first = [
        """
        CREATE TABLE feed (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            folder TEXT, cursor TEXT,
            is_listing INTEGER NOT NULL, generation INTEGER NOT NULL, closed_in TEXT)
        """,
        "INSERT INTO feed VALUES (1, NULL, NULL, 0, 0, NULL)",
        """
        CREATE TABLE folder (
            number INTEGER PRIMARY KEY,
            path_lower TEXT NOT NULL UNIQUE, parent INTEGER, id TEXT, name TEXT NOT NULL,
            generation INTEGER NOT NULL)
        """,
        """
        CREATE TABLE node (
            number INTEGER PRIMARY KEY,
            folder INTEGER, generation INTEGER NOT NULL, thumbnail INTEGER NOT NULL,
            date INTEGER NOT NULL, client_modified INTEGER NOT NULL,
            server_modified INTEGER NOT NULL, size INTEGER NOT NULL,
            id TEXT NOT NULL, leaf TEXT NOT NULL, name TEXT NOT NULL, revision TEXT NOT NULL,
            content_hash BLOB, thumbnail_length INTEGER, thumbnail_failure TEXT)
        """,
        "CREATE UNIQUE INDEX node_id ON node (id)",
        "CREATE UNIQUE INDEX node_place ON node (folder, leaf)",
        "CREATE INDEX node_order ON node (date, number, thumbnail) WHERE folder IS NOT NULL",
        "CREATE INDEX node_tombstone ON node (number) WHERE folder IS NULL",
        """
        CREATE TABLE media_info (
            node INTEGER PRIMARY KEY, kind TEXT NOT NULL, width INTEGER, height INTEGER,
            latitude REAL, longitude REAL, time_taken INTEGER, duration INTEGER)
        """,
        "CREATE TABLE garbage (id TEXT NOT NULL, revision TEXT NOT NULL, content_hash BLOB)",
        """
        CREATE TRIGGER node_deleted AFTER DELETE ON node BEGIN
            DELETE FROM media_info WHERE node = OLD.number;
            INSERT INTO garbage SELECT OLD.id, OLD.revision, OLD.content_hash
                WHERE OLD.thumbnail = 1;
        END
        """,
        """
        CREATE TRIGGER thumbnail_outdated AFTER UPDATE OF thumbnail ON node
            WHEN OLD.thumbnail = 1 AND NEW.thumbnail <> 1 BEGIN
            INSERT INTO garbage VALUES (OLD.id, OLD.revision, OLD.content_hash);
        END
        """,
    ]

    private static let second = ["ALTER TABLE feed ADD COLUMN server TEXT"]

    // The dates were the camera's clock read as UTC; see `FeedTime.init(taken:fileModified:)`.
    private static let third = [
        "ALTER TABLE feed ADD COLUMN account TEXT",
        "ALTER TABLE feed ADD COLUMN credential BLOB",
        "ALTER TABLE node ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE node ADD COLUMN next_try INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE node SET date = (
            SELECT CASE WHEN time_taken - client_modified BETWEEN -43200 AND 50400
                THEN time_taken
                    - 900 * CAST(round((time_taken - client_modified) / 900.0) AS INTEGER)
                ELSE time_taken END
            FROM media_info WHERE node = number)
        WHERE number IN (SELECT node FROM media_info WHERE time_taken IS NOT NULL)
        """,
    ]

    private static let fourth = [
        "ALTER TABLE node ADD COLUMN thumbnail_size TEXT",
        "ALTER TABLE feed ADD COLUMN thumbnail_size TEXT",
    ]

    private static let fifth = [
        "ALTER TABLE node ADD COLUMN thumbnail_pack INTEGER",
        "ALTER TABLE node ADD COLUMN thumbnail_offset INTEGER",
        "ALTER TABLE node ADD COLUMN thumbnail_checksum INTEGER",
        "ALTER TABLE feed ADD COLUMN has_thumbnail_files INTEGER NOT NULL DEFAULT 1",
        """
        CREATE TABLE pack (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            length INTEGER NOT NULL, dead INTEGER NOT NULL, synchronized INTEGER NOT NULL,
            modified INTEGER)
        """,
        "DROP TRIGGER node_deleted",
        "DROP TRIGGER thumbnail_outdated",
        "DROP TABLE garbage",
        """
        CREATE TRIGGER node_deleted AFTER DELETE ON node BEGIN
            DELETE FROM media_info WHERE node = OLD.number;
            UPDATE pack SET dead = dead + coalesce(OLD.thumbnail_length, 0)
                WHERE number = OLD.thumbnail_pack AND OLD.thumbnail = 1;
        END
        """,
        """
        CREATE TRIGGER thumbnail_released
            AFTER UPDATE OF thumbnail, thumbnail_pack, thumbnail_offset ON node
            WHEN OLD.thumbnail = 1 AND OLD.thumbnail_pack IS NOT NULL
                AND (NEW.thumbnail <> 1 OR NEW.thumbnail_pack <> OLD.thumbnail_pack
                    OR NEW.thumbnail_offset <> OLD.thumbnail_offset) BEGIN
            UPDATE pack SET dead = dead + coalesce(OLD.thumbnail_length, 0)
                WHERE number = OLD.thumbnail_pack;
        END
        """,
    ]

    private static let history = Migration(
        "syncs and journal",
        [
            .create(
                TableSchema(
                    "sync",
                    [
                        .key("number", .integer), .column("ended", .integer),
                        .column("nanoseconds", .integer), .column("outcome", .text),
                        .optional("code", .text), .optional("message", .text),
                        .column("pages", .integer), .column("added", .integer),
                        .column("changed", .integer), .column("removed", .integer),
                        .column("thumbnails", .integer), .column("failures", .integer),
                        .column("bytes", .integer),
                    ])),
            .create(
                TableSchema(
                    "sync_wait",
                    [
                        .key("sync", .integer), .key("position", .integer),
                        .column("reason", .text), .optional("cause", .text),
                        .optional("status", .integer), .column("count", .integer),
                        .column("nanoseconds", .integer),
                    ])),
            .create(
                TableSchema(
                    "journal",
                    [
                        .key("page", .integer), .key("id", .text), .optional("path", .text),
                        .optional("display", .text), .optional("name", .text),
                        .optional("revision", .text), .optional("size", .integer),
                        .optional("content_hash", .blob), .optional("client_modified", .integer),
                        .optional("server_modified", .integer), .optional("date", .integer),
                        .optional("number", .integer), .optional("kind", .text),
                        .optional("width", .integer), .optional("height", .integer),
                        .optional("latitude", .real), .optional("longitude", .real),
                        .optional("time_taken", .integer), .optional("duration", .integer),
                    ])),
            .create(IndexSchema("journal_node", on: "journal", ["id", "page"])),
            .create(IndexSchema("journal_order", on: "journal", ["date", "number"])),
            .create(
                TableSchema(
                    "journal_page",
                    [
                        .key("number", .integer), .column("time", .integer),
                        .column("entries", .integer),
                    ])),
            .create(
                TableSchema(
                    "journal_extent",
                    [
                        .key("one", .integer), .column("start", .integer),
                        .column("time", .integer), .column("page", .integer),
                        .column("entries", .integer),
                    ])),
            .statements(refusal, engine: SQLiteEngine.name),
        ])

    private static let facts = Migration(
        "facts of originals",
        [
            .statements(
                [
                    "zone_offset INTEGER", "make TEXT", "model TEXT", "content_identifier TEXT",
                    "motion_length INTEGER", "facts INTEGER",
                ].map { "ALTER TABLE media_info ADD COLUMN \($0)" }, engine: SQLiteEngine.name)
        ])

    private static let keptFolders = Migration(
        "kept folders",
        [
            .statements(
                ["ALTER TABLE folder ADD COLUMN kept INTEGER"], engine: SQLiteEngine.name)
        ])

    // Earlier versions read this table, and refuse a library with a migration that they lack. They
    // would not write the journal.
    private static let refusal = [
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        "INSERT OR IGNORE INTO grdb_migrations VALUES ('6: syncs and journal')",
    ]
}
