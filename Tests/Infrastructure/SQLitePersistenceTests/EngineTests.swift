import Foundation
import Scheduling
import Testing

@testable import Persistence
@testable import SQLitePersistence

@Model("word")
struct Word: Hashable {
    @PrimaryKey let text: String
    var count: Int64 = 0
    var note: String?
}

/// The properties of the engine that concern files and SQLite.
@Suite struct EngineTests {
    let fixture: DatabaseFixture
    let scheduler = WorkScheduler(name: "BL")

    init() throws { fixture = try DatabaseFixture() }

    static let words = Migration("words", [.create(Word.table)])

    func open(
        _ migrations: [Migration] = [words], settings: SQLSettings = SQLSettings()
    ) -> Database {
        Database(
            SQLiteEngine(settings: settings), at: DatabasePlace(fixture.path),
            schema: DatabaseSchema(program: 7, models: [Word.self], migrations: migrations),
            on: scheduler, readers: .threads(2))
    }

    private var logSize: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: fixture.path + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    @Test func readersNeverRunCheckpoints() async throws {
        let database = open(settings: SQLSettings(checkpointPages: 1_000_000))
        try await database.write { session in
            try session.insert(contentsOf: (0..<5_000).map { Word(text: "\($0)") })
        }
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        let size = try #require(logSize)
        #expect(size > 50_000)
        for _ in 0..<4 {
            #expect(try await database.read { try $0.count(Word.all) } == 5_000)
        }
        #expect(logSize == size)
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
        await database.close()
        #expect(logSize == nil)
    }

    @Test func settingsAreThoseOfTheConnection() async throws {
        let database = open(
            settings: SQLSettings(cacheSize: 512, checkpointPages: 77, logLimit: 4_096))
        let pragmas = [
            ("cache_size", -512), ("wal_autocheckpoint", 77), ("journal_size_limit", 4_096),
            ("trusted_schema", 0), ("application_id", 7),
        ]
        try await database.writer.run { writer in
            try writer.read { session in
                for (name, value) in pragmas {
                    let statement = try session.sqlite.statement("PRAGMA \(name)")
                    #expect(try statement.first { $0.integer(0) } == Int64(value), "\(name)")
                }
            }
        }
    }

    @Test func hotStatementsArePartsOfTheTransaction() async throws {
        struct Stop: Error {}
        let database = open()
        try await database.writer.run { writer in
            let connection = try writer.read { $0.sqlite }
            let insert = try connection.statement("INSERT INTO word (text, count) VALUES (?, 1)")
            try writer.write { session in
                insert.bind(1, "a")
                try insert.run()
                #expect(try session.find(Word.self, "a") == Word(text: "a", count: 1))
            }
            #expect(throws: Stop.self) {
                try writer.write { _ in
                    insert.bind(1, "b")
                    try insert.run()
                    throw Stop()
                }
            }
        }
        #expect(try await database.read { try $0.all(Word.all).map(\.text) } == ["a"])
    }

    @Test func tablesWithoutARecordOfMigrationsAreRefused() async throws {
        do {
            _ = try fixture.writer(["CREATE TABLE word (text TEXT)"])
        }
        await expect(.migrationChanged) { try await open().read { _ in } }
    }

    @Test func queryWithinAnEqualQueryHasAStatementOfItsOwn() async throws {
        let database = open()
        try await database.write { try $0.insert(contentsOf: ["a", "b"].map { Word(text: $0) }) }
        let pairs = try await database.read { session in
            var pairs: [String] = []
            let query = Word.all.tableQuery
            try session.connection.select(query) { (outer) throws(PersistenceError) in
                let text: String = try outer.read(0)
                try session.connection.select(query) { (inner) throws(PersistenceError) in
                    pairs.append(try text + inner.read(0))
                    return true
                }
                return true
            }
            return pairs
        }
        #expect(pairs == ["aa", "ab", "ba", "bb"])
    }

    @Test func tablesAreStrictAndHaveNoRowNumbers() async throws {
        let database = open()
        try await database.writer.run { writer in
            try writer.read { session in
                let sql = try session.sqlite.statement(
                    "SELECT sql FROM sqlite_master WHERE name = 'word'"
                ).first { $0.text(0) }
                #expect(sql?.hasSuffix("STRICT, WITHOUT ROWID") == true)
            }
        }
    }
}
