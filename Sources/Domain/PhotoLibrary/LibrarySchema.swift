import Persistence

/// The tables of a library.
///
/// The tables of photos, folders and packs are made and read by statements in the language of
/// SQLite, since a sync stores thousands of rows a second in them. The other tables are models.
///
/// The first migration is the schema of 0.1.0, the first version that is released. A later version
/// adds migrations, and changes none. A library of a version before 0.1.0 is refused.
enum LibrarySchema {
    static let current = DatabaseSchema(
        program: 0x5068_506B,  // "PhPk"
        models: [
            SyncRow.self, SyncWaitRow.self, JournalRow.self, JournalPageRow.self,
            JournalExtentRow.self,
        ],
        migrations: [
            Migration("library", [.statements(photos)] + syncs + journal)
        ])

    // A node's location is its folder and the last component of its path: index entries stay short,
    // and a new display name of a folder changes no node. A node without a folder is a tombstone:
    // it keeps its thumbnail until the last page of changes is applied, because a move is a
    // deletion followed by an addition of the same id.
    //
    // feed.first_listed: the number of the first row that the listing adds; NULL without a listing.
    // A listing that begins again keeps it, because the rows of the listing before it are not
    // former ones.
    //
    // feed.credential: a key, and the fingerprint under it of the credential of the last run.
    //
    // feed.closed_in: the boot session in which the last run ended; NULL during a run.
    //
    // feed.thumbnail_size: the chosen size; NULL if none was chosen, and then every size is
    // accepted.
    //
    // folder.kept: the last listing that has stated the folder as unchanged, so that it counts as
    // one that has mentioned the folder's nodes; NULL if none has.
    //
    // node.date: the instant by which the feed is sorted. media_info.time_taken: the camera's
    // clock.
    //
    // node.thumbnail: 0 pending, 1 stored, 2 failed for now, 3 failed for this revision, 4 none,
    // because the server makes none of this format. thumbnail_size: the requested size of the
    // stored thumbnail.
    //
    // node.attempts, next_try: the number of successive requests of the thumbnail that failed or
    // found the file not yet analysed by the server, and the earliest time of the next request.
    //
    // media_info.kind: `photo`, `video`, or `none` if the server has read no information from this
    // content.
    //
    // media_info.facts: the version of the reader that has read the original; NULL if the row has
    // only what the server read. zone_offset: the seconds by which the camera's clock was ahead of
    // UTC. make, model, content_identifier and motion_length are only in originals.
    //
    // pack: the files that contain the thumbnails. length: the number of valid bytes. dead: those
    // without a reference. synchronized: those that survive a power cut. modified: the time of the
    // file's last change, in nanoseconds since 1970, when the last run ended; NULL during a run
    // that has appended to it. A number is never used again, so that a reader cannot take a new
    // pack for an old one.
    private static let photos = [
        """
        CREATE TABLE feed (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            server TEXT, account TEXT, folder TEXT, cursor TEXT, first_listed INTEGER,
            generation INTEGER NOT NULL, closed_in TEXT, credential BLOB, thumbnail_size TEXT)
        """,
        "INSERT INTO feed (one, generation) VALUES (1, 0)",
        """
        CREATE TABLE folder (
            number INTEGER PRIMARY KEY,
            path_lower TEXT NOT NULL UNIQUE, parent INTEGER, id TEXT, name TEXT NOT NULL,
            generation INTEGER NOT NULL, kept INTEGER)
        """,
        """
        CREATE TABLE node (
            number INTEGER PRIMARY KEY,
            folder INTEGER, generation INTEGER NOT NULL, thumbnail INTEGER NOT NULL,
            date INTEGER NOT NULL, client_modified INTEGER NOT NULL,
            server_modified INTEGER NOT NULL, size INTEGER NOT NULL,
            id TEXT NOT NULL, leaf TEXT NOT NULL, name TEXT NOT NULL, revision TEXT NOT NULL,
            content_hash BLOB, thumbnail_length INTEGER, thumbnail_failure TEXT,
            attempts INTEGER NOT NULL DEFAULT 0, next_try INTEGER NOT NULL DEFAULT 0,
            thumbnail_size TEXT, thumbnail_pack INTEGER, thumbnail_offset INTEGER,
            thumbnail_checksum INTEGER)
        """,
        "CREATE UNIQUE INDEX node_id ON node (id)",
        "CREATE UNIQUE INDEX node_place ON node (folder, leaf)",
        "CREATE INDEX node_order ON node (date, number, thumbnail) WHERE folder IS NOT NULL",
        "CREATE INDEX node_tombstone ON node (number) WHERE folder IS NULL",
        """
        CREATE TABLE media_info (
            node INTEGER PRIMARY KEY, kind TEXT NOT NULL, width INTEGER, height INTEGER,
            latitude REAL, longitude REAL, time_taken INTEGER, duration INTEGER,
            zone_offset INTEGER, make TEXT, model TEXT, content_identifier TEXT,
            motion_length INTEGER, facts INTEGER)
        """,
        """
        CREATE TABLE pack (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            length INTEGER NOT NULL, dead INTEGER NOT NULL, synchronized INTEGER NOT NULL,
            modified INTEGER)
        """,
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
            WHEN OLD.thumbnail = 1
                AND (NEW.thumbnail <> 1 OR NEW.thumbnail_pack <> OLD.thumbnail_pack
                    OR NEW.thumbnail_offset <> OLD.thumbnail_offset) BEGIN
            UPDATE pack SET dead = dead + coalesce(OLD.thumbnail_length, 0)
                WHERE number = OLD.thumbnail_pack;
        END
        """,
    ]

    private static let syncs: [MigrationStep] = [
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
    ]

    private static let journal: [MigrationStep] = [
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
    ]
}
