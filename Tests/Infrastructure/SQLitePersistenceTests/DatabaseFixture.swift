import DurableFiles
import Foundation
import SQLitePersistence

/// A folder for the database of one test, removed with it.
final class DatabaseFixture {
    let folder: String
    var path: String { folder + "/notes.sqlite" }

    static let notes = SQLMigration(1, "notes", ["CREATE TABLE note (text TEXT)"])
    static let colors = SQLMigration(2, "colors", ["ALTER TABLE note ADD COLUMN color INTEGER"])

    init() throws {
        folder = NSTemporaryDirectory() + "/sqlite-persistence-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func schema(_ migrations: [SQLMigration], applicationID: Int32 = 7) -> SQLSchema {
        SQLSchema(applicationID: applicationID, migrations: migrations)
    }

    /// Opens the database for writing; it does not wait for a lock.
    func writer(_ migrations: [SQLMigration] = [notes]) throws(SQLError) -> SQLConnection {
        try SQLConnection(
            writing: path, schema: schema(migrations), settings: SQLSettings(busyTimeout: .zero))
    }

    func reader(_ migrations: [SQLMigration] = [notes]) throws(SQLError) -> SQLConnection {
        try SQLConnection(reading: path, schema: schema(migrations))
    }
}

extension SQLConnection {
    func add(_ texts: String...) throws {
        let insert = try statement("INSERT INTO note (text) VALUES (?)")
        for text in texts {
            insert.bind(1, text)
            try insert.run()
        }
    }

    var notes: [String] {
        get throws {
            var texts: [String] = []
            try statement("SELECT text FROM note ORDER BY rowid").forEachRow { row in
                texts.append(row.text(0))
            }
            return texts
        }
    }

    func integer(_ sql: String) throws -> Int64? { try statement(sql).first { $0.integer(0) } }
}
