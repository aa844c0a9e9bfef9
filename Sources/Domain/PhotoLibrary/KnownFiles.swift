/// A set of names that may be too large for memory; SQLite keeps it in a temporary file.
final class KnownFiles {  // not @Schedulable: used on GRDB's queue
    private let tables: LibraryTables
    private let add: SQLStatement
    private let find: SQLStatement

    init(_ tables: LibraryTables) throws {
        self.tables = tables
        try tables.execute(
            "CREATE TEMP TABLE IF NOT EXISTS name (path TEXT PRIMARY KEY) WITHOUT ROWID")
        add = try tables.statement("INSERT OR IGNORE INTO temp.name VALUES (?)")
        find = try tables.statement("SELECT 1 FROM temp.name WHERE path = ?")
    }

    func insert(_ name: ThumbnailName) throws {
        add.bind(1, name.path)
        try tables.read { _ = try add.run() }
    }

    func contains(_ name: ThumbnailName) throws -> Bool {
        find.bind(1, name.path)
        return try tables.read { try find.first { _ in true } ?? false }
    }
}
