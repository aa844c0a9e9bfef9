import SQLitePersistence

/// A set of names that may be too large for memory; SQLite keeps it in a temporary file.
final class KnownFiles {  // not @Schedulable: confined to the library's scheduler
    private let add: SQLStatement
    private let find: SQLStatement

    init(_ connection: SQLConnection) throws {
        try connection.execute(
            "CREATE TEMP TABLE IF NOT EXISTS name (path TEXT PRIMARY KEY) WITHOUT ROWID")
        add = try connection.statement("INSERT OR IGNORE INTO temp.name VALUES (?)")
        find = try connection.statement("SELECT 1 FROM temp.name WHERE path = ?")
    }

    func insert(_ name: ThumbnailName) throws {
        add.bind(1, name.path)
        try add.run()
    }

    func contains(_ name: ThumbnailName) throws -> Bool {
        find.bind(1, name.path)
        return try find.first { _ in true } ?? false
    }
}
