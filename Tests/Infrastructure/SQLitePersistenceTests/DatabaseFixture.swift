import Foundation
import Persistence

@testable import SQLitePersistence

/// A folder for the database of one test, removed with it.
final class DatabaseFixture {
    let folder: String
    var path: String { folder + "/notes.sqlite" }

    static let notes = "CREATE TABLE IF NOT EXISTS note (text TEXT)"

    init() throws {
        folder = NSTemporaryDirectory() + "/sqlite-persistence-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens the database for writing, with tables; it does not wait for a lock.
    func writer(
        _ tables: [String] = [notes], at path: String? = nil
    ) throws(PersistenceError) -> SQLConnection {
        let connection = try SQLConnection(
            at: path ?? self.path, program: 7, isReadOnly: false,
            settings: SQLSettings(busyTimeout: .zero))
        for table in tables { try connection.execute(table) }
        return connection
    }

    func reader(
        at path: String? = nil, program: Int32 = 7
    ) throws(PersistenceError) -> SQLConnection {
        try SQLConnection(
            at: path ?? self.path, program: program, isReadOnly: true, settings: SQLSettings())
    }
}

extension SQLConnection {
    func write<Value>(isDurable: Bool = true, _ body: () throws -> Value) throws -> Value {
        try begin(.writing(isDurable: isDurable))
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    func read<Value>(_ body: () throws -> Value) throws -> Value {
        try begin(.reading)
        defer { rollBack() }
        return try body()
    }

    func integer(_ sql: String) throws -> Int64? { try statement(sql).first { $0.integer(0) } }

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
}
