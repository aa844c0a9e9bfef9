import PhotoFeed
import SQLitePersistence

/// Writes the states of photos before a page changes them.
///
/// A page may change a photo several times. Its first state counts, so later ones are ignored.
final class JournalTable {  // not @Schedulable: confined to the library's scheduler
    private let insertAdded: SQLStatement
    private let insertOne: SQLStatement
    private let insertFolder: SQLStatement
    private let foldersBelow: SQLStatement
    private let foldersUnseen: SQLStatement
    private let folders: FolderTable
    /// The page that is being stored; `nil` if it is not journaled.
    private var page: Int64?
    private var count = 0
    /// The paths of folders, as long as no folder is deleted.
    private var paths: [Int64: FolderTable.Paths] = [:]

    /// The columns of a state, in the table `journal` and in `node` with `media_info`.
    static let columns = """
        name, revision, size, content_hash, client_modified, server_modified, date, number, \
        kind, width, height, latitude, longitude, time_taken, duration
        """

    init(_ connection: SQLConnection, folders: FolderTable) throws {
        self.folders = folders
        insertAdded = try connection.statement(
            "INSERT INTO journal (page, id) VALUES (?, ?) ON CONFLICT DO NOTHING")
        let insert = """
            INSERT INTO journal (page, id, path, display, \(Self.columns))
            SELECT ?1, id, ?2 || leaf, ?3 || name, \(Self.columns)
            FROM node LEFT JOIN media_info ON node = number
            """
        insertOne = try connection.statement(
            "\(insert) WHERE number = ?4 ON CONFLICT DO NOTHING")
        insertFolder = try connection.statement(
            "\(insert) WHERE folder = ?4 AND generation <> ?5 ON CONFLICT DO NOTHING")
        foldersBelow = try connection.statement(
            """
            SELECT number FROM folder
            WHERE path_lower = ?1 OR path_lower > ?2 AND path_lower < ?3
            """)
        foldersUnseen = try connection.statement(
            """
            SELECT DISTINCT folder FROM node NOT INDEXED
            WHERE folder IS NOT NULL AND generation <> ?1 AND \(FolderTable.isNotKept)
            """)
    }

    /// Begins page `page`; `nil` if it is not journaled.
    func begin(_ page: Int64?) {
        self.page = page
        count = 0
        paths = [:]
    }

    /// Ends the page, and returns the number of its rows.
    func end() -> Int {
        defer { begin(nil) }
        return count
    }

    /// Records that the library does not contain the photo before the page.
    func recordAbsence(of id: NodeID) throws {
        guard let page else { return }
        insertAdded.bind(1, page)
        insertAdded.bind(2, id.rawValue)
        count += try insertAdded.run()
    }

    /// Records the state of node `number` in a folder.
    func record(_ number: Int64, in folder: Int64) throws {
        guard let page else { return }
        try bind(insertOne, page, folder)
        insertOne.bind(4, number)
        count += try insertOne.run()
    }

    /// Records the states of all nodes in the folder `path` and below, which is about to be
    /// deleted.
    func record(below path: String) throws {
        guard page != nil else { return }
        foldersBelow.bind(subtree: path)
        // No listing has the generation 0.
        try record(foldersBelow, except: 0)
    }

    /// Records the states of all nodes that a listing has not mentioned.
    func recordUnseen(generation: Int64) throws {
        guard page != nil else { return }
        foldersUnseen.bind(1, generation)
        try record(foldersUnseen, except: generation)
    }

    private func record(_ query: SQLStatement, except generation: Int64) throws {
        guard let page else { return }
        var numbers: [Int64] = []
        try query.forEachRow { numbers.append($0.integer(0)) }
        for number in numbers {
            try bind(insertFolder, page, number)
            insertFolder.bind(4, number)
            insertFolder.bind(5, generation)
            count += try insertFolder.run()
        }
        // The folders are deleted next, and other ones may get their numbers.
        paths = [:]
    }

    private func bind(_ statement: SQLStatement, _ page: Int64, _ folder: Int64) throws {
        let path = try folders.paths(of: folder, known: &paths)
        statement.bind(1, page)
        statement.bind(2, path.lower + "/")
        statement.bind(3, path.display)
    }
}
