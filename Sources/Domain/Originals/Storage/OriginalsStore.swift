import DurableFiles
import Foundation
import Persistence
package import PhotoFeed
import SQLitePersistence
package import Scheduling

/// The originals of a library: the choice of the user, and a row for each file.
///
/// They are in a database of their own beside that of the library, so that a verification does not
/// exclude the listing of a sync. One process at a time writes it. A business-logic service,
/// confined to the scheduler on which it was made; every call blocks on the disk.
@Schedulable
package final class OriginalsStore {
    /// The name of the database in the folder of the library.
    package static let database = "originals.sqlite"

    static let schema = DatabaseSchema(
        program: 0x5068_4F72,  // "PhOr"
        models: [OriginalRow.self, ChoiceRow.self, OriginalRename.self],
        migrations: [
            Migration(
                "originals",
                [
                    .create(
                        TableSchema(
                            "original",
                            [
                                .key("id", .text), .column("pathKey", .text),
                                .column("display", .text), .column("revision", .text),
                                .column("size", .integer), .optional("contentHash", .blob),
                                .column("path", .text), .column("layoutPath", .text),
                                .column("state", .text),
                                .optional("blocks", .blob), .optional("modified", .integer),
                                .column("attempts", .integer), .optional("failure", .text),
                                .column("verified", .integer),
                            ])),
                    .create(
                        TableSchema(
                            "choice",
                            [
                                .key("one", .integer), .column("folder", .text),
                                .column("layout", .text), .optional("since", .integer),
                                .optional("kind", .text), .column("included", .text),
                                .column("excluded", .text), .optional("byteLimit", .integer),
                                .column("fileTime", .text),
                            ])),
                    .create(
                        TableSchema(
                            "rename",
                            [
                                .key("id", .text), .column("path", .text),
                                .column("layoutPath", .text),
                            ])),
                ])
        ])

    private enum Connection {
        case writing(DatabaseWriter)
        /// On a disk that is read-only.
        case reading(DatabaseReader)
    }

    private let path: String
    private let connection: Connection
    /// Released after the database that is accessed through it.
    private let folder: DurableFolder
    private let lock: FolderLock

    /// Whether the library at `path` has ever had a choice of originals.
    package nonisolated static func exists(inLibrary path: String) -> Bool {
        (try? DurableFolder(path: path))?.length(of: database) != nil
    }

    /// Opens the originals of the library at `path` for this process alone.
    ///
    /// - Parameter isReading: whether a disk that is read-only is enough. Rows are then not stored.
    /// - Throws: `.libraryLocked` while another run holds them; `.libraryNotFound`; the errors of
    ///   the disk.
    package init(library path: String, isReading: Bool = false) throws(FeedError) {
        let folder = try Self.open(path)
        lock = try OriginalsErrors.mapping(path) {
            try FolderLock("originals.lock", in: folder, isReading: isReading)
        }
        connection = try OriginalsErrors.mapping(path) {
            let place = DatabasePlace(folder.descriptorPath + "/" + Self.database)
            if isReading, !folder.isWritable {
                return .reading(
                    try DatabaseReader(SQLiteEngine(), at: place, schema: Self.schema))
            }
            try folder.restrictToOwner(Self.database, creating: true)
            return .writing(
                try DatabaseWriter(SQLiteEngine(), at: place, schema: Self.schema))
        }
        self.folder = folder
        self.path = path
    }

    private nonisolated static func open(_ path: String) throws(FeedError) -> DurableFolder {
        try OriginalsErrors.mapping(path) {
            let folder = try DurableFolder(path: path)
            try folder.requireOwnership()
            return folder
        }
    }

    /// Returns the stored choice of a library, without excluding another run.
    ///
    /// A program that repeats syncs reads it before a run; `nil` if the library has no originals.
    package nonisolated static func choice(
        ofLibrary path: String
    ) throws(FeedError) -> OriginalsChoice? {
        guard exists(inLibrary: path) else { return nil }
        return try reading(path) { try $0.originalsChoice() }
    }

    /// Reads the rows of a library without excluding another run.
    nonisolated static func readRows(
        ofLibrary path: String
    ) throws(FeedError) -> [OriginalRow] {
        try reading(path) { try $0.all(OriginalRow.all) }
    }

    private nonisolated static func reading<Value>(
        _ path: String, _ body: (ReadSession) throws -> Value
    ) throws(FeedError) -> Value {
        let folder = try open(path)
        return try OriginalsErrors.mapping(path) {
            let reader = try DatabaseReader(
                SQLiteEngine(), at: DatabasePlace(folder.descriptorPath + "/" + database),
                schema: schema)
            return try withExtendedLifetime(folder) { try reader.read(body) }
        }
    }

    /// The stored choice; `nil` if none was stored.
    package func choice() throws(FeedError) -> OriginalsChoice? {
        try read { try $0.originalsChoice() }
    }

    /// Stores the choice; later runs repeat it.
    package func setChoice(_ choice: OriginalsChoice) throws(FeedError) {
        try write(isDurable: true) { try $0.upsert(ChoiceRow(choice)) }
    }

    /// All rows, in the order of their identifiers.
    func rows() throws(FeedError) -> [OriginalRow] {
        try read { try $0.all(OriginalRow.all) }
    }

    /// The row of a file; `nil` if there is none.
    func row(_ id: NodeID) throws(FeedError) -> OriginalRow? {
        try read { try $0.find(OriginalRow.self, id.rawValue) }
    }

    /// Stores rows in one transaction.
    ///
    /// - Parameter isDurable: whether they survive a power cut when the call has returned. Rows
    ///   that are lost cost no download: the next run finds the files by their digests, or by the
    ///   names that they still have as downloads.
    func store(_ rows: [OriginalRow], isDurable: Bool = false) throws(FeedError) {
        guard !rows.isEmpty else { return }
        try write(isDurable: isDurable) { try $0.upsert(contentsOf: rows) }
    }

    /// Replaces rows whose files have other identifiers by now, in one transaction.
    func replace(_ rows: [(former: OriginalRow, new: OriginalRow)]) throws(FeedError) {
        guard !rows.isEmpty else { return }
        try write(isDurable: true) { session in
            for (former, new) in rows {
                try session.delete(former)
                try session.upsert(new)
            }
        }
    }

    /// Removes rows in one transaction, which survives a power cut.
    func remove(_ rows: [OriginalRow]) throws(FeedError) {
        guard !rows.isEmpty else { return }
        try write(isDurable: true) { session in for row in rows { try session.delete(row) } }
    }

    /// Notes the paths that files get by renames, before the first one.
    func note(_ rows: [OriginalRow]) throws(FeedError) {
        let renames = rows.map {
            OriginalRename(id: $0.id, path: $0.path, layoutPath: $0.layoutPath)
        }
        try write(isDurable: true) { try $0.upsert(contentsOf: renames) }
    }

    /// The renames that a killed run has noted.
    func renames() throws(FeedError) -> [OriginalRename] {
        try read { try $0.all(OriginalRename.all) }
    }

    /// Stores the rows of renamed files, and forgets all renames, in one transaction.
    func finishRenames(storing rows: [OriginalRow]) throws(FeedError) {
        try write(isDurable: false) { session in
            try session.upsert(contentsOf: rows)
            try session.delete(OriginalRename.all)
        }
    }

    /// Makes all files wanted again, for another folder.
    func forgetFiles() throws(FeedError) {
        let done = try rows().filter { $0.state == .done }
        try store(
            done.map { row in
                var row = row
                row.state = row.state.after(.want) ?? .waiting
                row.blocks = nil
                row.modified = nil
                return row
            }, isDurable: true)
    }

    private func read<Value>(_ body: (ReadSession) throws -> Value) throws(FeedError) -> Value {
        try OriginalsErrors.mapping(path) {
            switch connection {
            case .writing(let writer): try writer.read(body)
            case .reading(let reader): try reader.read(body)
            }
        }
    }

    private func write(
        isDurable: Bool, _ body: (WriteSession) throws -> Void
    ) throws(FeedError) {
        guard case .writing(let writer) = connection else { return }
        try OriginalsErrors.mapping(path) { try writer.write(isDurable: isDurable, body) }
    }
}
