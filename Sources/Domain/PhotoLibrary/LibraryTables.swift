import DurableFiles
import SQLitePersistence

/// The open and migrated database of a library, with its prepared statements.
///
/// Each process has one connection. So the writer's own reads see its writes, and only the
/// writer runs checkpoints. (Two connections that do so at the same time can damage a database with
/// SQLite before 3.51.3.)
final class LibraryTables {  // not @Schedulable: confined to the library's scheduler
    let connection: SQLConnection
    let feed: FeedTable
    let folders: FolderTable
    let nodes: NodeTable
    let windows: WindowReader
    /// Whether the database records that a run is under way.
    private var isMarkedOpen = false

    // The page cache has the same size for a thousand nodes and a million. Identifiers come in
    // random order, so a page of nodes touches most leaves of their index. A log of 32 MB combines
    // the writes of several pages to the same leaf.
    private static let settings = SQLSettings(
        cacheSize: 6 * 1024, checkpointPages: 8000, logLimit: 32 << 20)

    /// Opens the database of a folder that this process has locked.
    convenience init(writing folder: LibraryFolder) throws {
        try self.init(
            SQLConnection(
                writing: folder.databasePath, schema: LibrarySchema.current,
                settings: Self.settings))
    }

    convenience init(reading folder: LibraryFolder) throws {
        try self.init(
            SQLConnection(
                reading: folder.databasePath, schema: LibrarySchema.current,
                settings: Self.settings))
    }

    private init(_ connection: SQLConnection) throws {
        self.connection = connection
        (feed, folders, nodes, windows) = try connection.read {
            let folders = try FolderTable(connection)
            return (
                try FeedTable(connection), folders,
                try NodeTable(
                    connection, folders: folders, mediaInfo: MediaInfoTable(connection)),
                try WindowReader(connection, folders: folders)
            )
        }
    }

    /// Runs `body`, which only reads.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.read(body)
    }

    /// Runs `body`, which writes, in one transaction: all of its changes survive or none.
    ///
    /// - Parameter durability: whether the changes survive a power cut as soon as the call has
    ///   returned, which waits for the disk, or only when the next full write has returned.
    func write(_ durability: Durability = .full, _ body: () throws -> Void) throws {
        do {
            try connection.write(durability) {
                if !isMarkedOpen { try feed.setClosed(in: nil) }
                try body()
            }
        } catch {
            folders.forget()
            throw error
        }
        isMarkedOpen = true
    }

    /// Records the end of the run in a boot session.
    func close(in session: String) throws {
        try connection.write(.full) { try feed.setClosed(in: session) }
        isMarkedOpen = false
    }
}
