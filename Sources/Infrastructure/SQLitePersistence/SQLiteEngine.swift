public import Persistence

/// Databases in SQLite files with a write-ahead log; the name of a place is a path.
///
/// ```swift
/// let database = Database(
///     SQLiteEngine(), at: DatabasePlace("photopark/guest.sqlite"), schema: schema, on: business)
/// ```
///
/// Readers open the file read-only, so only the writer runs checkpoints. (Two connections that do
/// so at the same time can damage a database with SQLite before 3.51.3.) Tables are strict, and a
/// table whose key is not one integer has no row numbers.
public struct SQLiteEngine: PersistenceEngine {
    private let settings: SQLSettings

    /// Creates an engine whose connections have the same settings.
    public init(settings: SQLSettings = SQLSettings()) { self.settings = settings }

    /// Opens the file; a writer creates it if it is missing.
    public func open(
        _ place: DatabasePlace, program: Int32, isReadOnly: Bool
    ) throws(PersistenceError) -> any EngineConnection {
        try SQLConnection(
            at: place.name, program: program, isReadOnly: isReadOnly, settings: settings)
    }
}
