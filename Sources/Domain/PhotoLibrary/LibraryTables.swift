import DurableFiles
import Persistence
import SQLitePersistence

/// The open database of a library, with the prepared statements that read it.
///
/// The statements run in the transactions of a `DatabaseWriter` or a `DatabaseReader`.
final class LibraryTables {  // not @Schedulable: confined to the library's scheduler
    let connection: SQLConnection
    let feed: FeedTable
    let folders: FolderTable
    let windows: WindowReader
    let journal: JournalReader
    let scans: ScanReader
    private let access: Access

    private enum Access {
        case reading(DatabaseReader)
        case writing(DatabaseWriter)

        func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
            switch self {
            case .reading(let reader): try reader.read(body)
            case .writing(let writer): try writer.read(body)
            }
        }
    }

    // The page cache has the same size for a thousand nodes and a million. Identifiers come in
    // random order, so a page of nodes touches most leaves of their index. A log of 32 MB combines
    // the writes of several pages to the same leaf.
    private static let engine = SQLiteEngine(
        settings: SQLSettings(cacheSize: 6 * 1024, checkpointPages: 8000, logLimit: 32 << 20))

    /// Opens the database of a folder for reading.
    convenience init(reading folder: LibraryFolder) throws {
        try self.init(
            .reading(
                DatabaseReader(
                    Self.engine, at: DatabasePlace(folder.databasePath),
                    schema: LibrarySchema.current)))
    }

    /// Opens the database through which `writer` writes.
    convenience init(_ writer: DatabaseWriter) throws { try self.init(.writing(writer)) }

    /// Opens the database of a folder that this process has locked, and migrates it.
    ///
    /// Each process has one connection. So the writer's own reads see its writes, and only the
    /// writer runs checkpoints. (Two connections that do so at the same time can damage a database
    /// with SQLite before 3.51.3.)
    static func writer(in folder: LibraryFolder) throws -> DatabaseWriter {
        try DatabaseWriter(
            engine, at: DatabasePlace(folder.databasePath), schema: LibrarySchema.current)
    }

    private init(_ access: Access) throws {
        self.access = access
        (connection, feed, folders, windows, journal, scans) = try access.read { session in
            let connection = session.sqlite
            let folders = try FolderTable(connection)
            let windows = try WindowReader(connection, folders: folders)
            return (
                connection, try FeedTable(connection), folders, windows,
                try JournalReader(connection, windows: windows),
                try ScanReader(connection, folders: folders)
            )
        }
    }

    /// Runs `body`, which only reads: all of its statements see the same state of the library.
    ///
    /// In the body of a `read` or a `write`, it is a part of that transaction.
    func read<Value>(_ body: (ReadSession) throws -> Value) throws -> Value {
        try access.read(body)
    }
}
