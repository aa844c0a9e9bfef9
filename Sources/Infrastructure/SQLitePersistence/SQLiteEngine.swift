public import Persistence

/// Databases in SQLite files with a write-ahead log; the name of a place is a path.
///
/// ```swift
/// let database = Database(
///     SQLiteEngine(), guest: DatabasePlace("photopark/guest.sqlite"), schemas: [.guest: schema],
///     on: business)
/// ```
///
/// Readers open the file read-only, so only the writer runs checkpoints. (Two connections that do
/// so at the same time can damage a database with SQLite before 3.51.3.) Tables are strict, and a
/// table whose key is not one integer has no row numbers.
public struct SQLiteEngine: PersistenceEngine {
    private let settings: SQLSettings

    /// The name of the engine for `MigrationStep.statements`.
    public static let name = "SQLite"

    /// Creates an engine whose connections have the same settings.
    public init(settings: SQLSettings = SQLSettings()) { self.settings = settings }

    /// Opens the file for writing, and creates it if it is missing.
    public func openForWriting(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        try open(place, program, isReadOnly: false)
    }

    /// Opens the file for reading.
    public func openForReading(
        _ place: DatabasePlace, program: Int32
    ) throws(PersistenceError) -> any EngineConnection {
        try open(place, program, isReadOnly: true)
    }

    private func open(
        _ place: DatabasePlace, _ program: Int32, isReadOnly: Bool
    ) throws(PersistenceError) -> SQLiteConnection {
        let connection = try mapSQLErrors { () throws(SQLError) in
            try SQLConnection(at: place.name, isReadOnly: isReadOnly, settings: settings)
        }
        let mark = try mapSQLErrors { () throws(SQLError) in
            let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_master") == 0
            return isEmpty ? nil : try connection.integer("PRAGMA application_id")
        }
        guard mark ?? Int64(program) == Int64(program) else {
            throw PersistenceError(.foreign, "'\(place)' is a database of another program")
        }
        if !isReadOnly {
            try mapSQLErrors { () throws(SQLError) in
                try connection.execute("PRAGMA foreign_keys = ON")
            }
        }
        return SQLiteConnection(connection, program: program)
    }
}

extension SQLConnection {
    /// The integer in the first column of the first row of a statement.
    func integer(_ sql: String) throws(SQLError) -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.row.integer(0) : nil
    }
}
