import Foundation
import GRDB
import Persistence
import SQLitePersistence
import Scheduling

extension Suite {
    /// Compares models in SQLite with GRDB's own records, and several readers with one.
    static let persistence = Suite(name: "persistence") { harness in
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-persistence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await PersistenceRows.run(&harness, in: folder.path)
        try await PersistenceReaders.run(&harness, in: folder.path)
    }
}

/// A row of this project.
@Model("photo")
struct PhotoRow {
    @PrimaryKey let id: Int64
    var name: String
    var folder: String
    var size: Int64
    var date: Double
    var note: String?
    var hash: [UInt8]

    init(number id: Int64) {
        self.id = id
        name = "IMG_\(id).jpg"
        folder = "/photos/2024/\(id % 12)"
        size = id * 1_000
        date = Double(id) + 0.5
        note = id.isMultiple(of: 3) ? "a note" : nil
        hash = [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 32)
    }

    static let migrations = [Migration("photos", [.create(table)])]

    static func open(_ path: String, readers: Int) -> Persistence.Database {
        let schema = DatabaseSchema(program: 1, models: [PhotoRow.self], migrations: migrations)
        return Persistence.Database(
            SQLiteEngine(), at: DatabasePlace(path), schema: schema,
            on: WorkScheduler(name: "write"), readers: .threads(readers))
    }
}

/// The same row as a record of GRDB.
private struct PhotoRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "photo"

    var id: Int64
    var name: String
    var folder: String
    var size: Int64
    var date: Double
    var note: String?
    var hash: Data

    init(number: Int64) {
        let row = PhotoRow(number: number)
        (id, name, folder, size) = (row.id, row.name, row.folder, row.size)
        (date, note, hash) = (row.date, row.note, Data(row.hash))
    }
}

/// Inserts and reads of rows.
private enum PersistenceRows {
    static func run(_ harness: inout Harness, in folder: String) async throws {
        let database: Persistence.Database = PhotoRow.open(folder + "/ours.sqlite", readers: 1)
        let queue = try DatabaseQueue(path: folder + "/grdb.sqlite")
        // The durability of a connection cannot be changed in a transaction.
        try await queue.writeWithoutTransaction { grdb in
            try grdb.execute(sql: "PRAGMA synchronous = NORMAL")
            try grdb.execute(
                sql: """
                    CREATE TABLE photo (
                        id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, folder TEXT NOT NULL,
                        size INTEGER NOT NULL, date REAL NOT NULL, note TEXT, hash BLOB NOT NULL)
                    """)
        }
        let count = 20_000
        let rows = (0..<Int64(count)).map(PhotoRow.init(number:))
        let records = (0..<Int64(count)).map(PhotoRecord.init(number:))
        try await harness.compare(
            "persistence-insert", .rate(of: "rows"), operations: count,
            ours: Contender("models") { operations in
                try await database.write(isDurable: false) { session in
                    try session.delete(PhotoRow.all)
                    try session.insert(contentsOf: rows.prefix(operations))
                }
            },
            peers: Contender("GRDB's PersistableRecord") { operations in
                try await queue.write { grdb in
                    try PhotoRecord.deleteAll(grdb)
                    for record in records.prefix(operations) { try record.insert(grdb) }
                }
            })
        try await database.write { try $0.upsert(contentsOf: rows) }
        try await queue.write { grdb in
            for record in records { try record.upsert(grdb) }
        }
        try await harness.compare(
            "persistence-read", .rate(of: "rows"), operations: count,
            ours: Contender("models") { operations in
                let query = PhotoRow.all.limit(operations)
                let found = try await database.read { try $0.all(query) }
                guard found.count == operations else { throw Failure("rows are missing") }
            },
            peers: Contender("GRDB's Codable records") { operations in
                let found = try await queue.read { grdb in
                    try PhotoRecord.order(GRDB.Column("id")).limit(operations).fetchAll(grdb)
                }
                guard found.count == operations else { throw Failure("rows are missing") }
            })
        await database.close()
    }
}

/// Reads at once, by several readers and by one.
private enum PersistenceReaders {
    static func run(_ harness: inout Harness, in folder: String) async throws {
        let path = folder + "/readers.sqlite"
        let (one, four) = (PhotoRow.open(path, readers: 1), PhotoRow.open(path, readers: 4))
        let rows = (0..<Int64(5_000)).map(PhotoRow.init(number:))
        try await one.write { try $0.insert(contentsOf: rows) }
        _ = try await four.read { try $0.count(PhotoRow.all) }
        try await harness.compare(
            "persistence-readers", .rate(of: "reads"), operations: 32,
            ours: Contender("four readers") { try await read(four, $0) },
            peers: Contender("one reader") { try await read(one, $0) })
        await one.close()
        await four.close()
    }

    private static func read(_ database: Persistence.Database, _ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let found = try await database.read { try $0.all(PhotoRow.all) }
                    guard found.count == 5_000 else { throw Failure("rows are missing") }
                }
            }
            try await group.waitForAll()
        }
    }
}
