import Foundation
import Persistence
import SQLitePersistence
import Scheduling
import Testing

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
            SQLiteEngine(settings: settings), guest: DatabasePlace(fixture.path),
            schemas: [
                .guest: DatabaseSchema(program: 7, models: [Word.self], migrations: migrations)
            ], on: scheduler, readers: .threads(2))
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
        // The end of the readers closes their connections.
        try await database.barrier { _ in }
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
            ("foreign_keys", 1), ("trusted_schema", 0), ("application_id", 7),
        ]
        try await database.writer.run { writer in
            try writer.read { session in
                let connection = try #require(
                    try session.connection(of: .guest) as? SQLiteConnection)
                for (name, value) in pragmas {
                    let statement = try connection.connection.statement("PRAGMA \(name)")
                    #expect(try statement.first { $0.integer(0) } == Int64(value), "\(name)")
                }
            }
        }
    }

    @Test func hotStatementsArePartsOfTheTransaction() async throws {
        struct Stop: Error {}
        let database = open()
        try await database.writer.run { writer in
            let connection = try writer.read { session in
                try #require(try session.connection(of: .guest) as? SQLiteConnection).connection
            }
            let insert = try connection.statement("INSERT INTO word (text, count) VALUES (?, 1)")
            try writer.write { session in
                insert.bind(1, "a")
                try insert.run()
                #expect(try session.find(Word.self, "a") == Word(text: "a", count: 1))
                session.markChanged("word")
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

    /// Statements that a program keeps with each connection.
    private final class WordStatements {
        let longest: SQLStatement

        init(_ connection: SQLConnection) throws {
            longest = try connection.statement("SELECT text FROM word ORDER BY length(text) DESC")
        }
    }

    @Test func preparedStatementsAreKeptWithTheirConnection() async throws {
        let database = open()
        try await database.write { try $0.insert(contentsOf: ["a", "bcd"].map { Word(text: $0) }) }
        for _ in 0..<4 {
            let (longest, isKept) = try await database.read { session in
                let connection = try #require(
                    try session.connection(of: .guest) as? SQLiteConnection)
                let statements = try connection.statements(WordStatements.init)
                let again = try connection.statements(WordStatements.init)
                return (try statements.longest.first { $0.text(0) }, statements === again)
            }
            #expect(longest == "bcd")
            #expect(isKept)
        }
    }

    @Test func tablesWithoutARecordOfMigrationsAreRefused() async throws {
        do {
            let former = SQLSchema(
                applicationID: 7,
                migrations: [SQLMigration(1, "other", ["CREATE TABLE word (text TEXT)"])])
            _ = try SQLConnection(writing: fixture.path, schema: former)
        }
        await expect(.migrationChanged) { try await open().read { _ in } }
    }

    @Test func queryWithinAnEqualQueryHasAStatementOfItsOwn() async throws {
        let database = open()
        try await database.write { try $0.insert(contentsOf: ["a", "b"].map { Word(text: $0) }) }
        let pairs = try await database.read { session in
            var pairs: [String] = []
            try session.forEach(Word.all) { outer in
                try session.forEach(Word.all) { pairs.append(outer.text + $0.text) }
            }
            return pairs
        }
        #expect(pairs == ["aa", "ab", "ba", "bb"])
    }

    @Test func observationSeesTheChangesOfATrigger() async throws {
        let trigger = Migration(
            "trigger",
            [
                .create(TableSchema("log", [.key("id", .integer), .column("text", .text)])),
                .statements(
                    [
                        """
                        CREATE TRIGGER word_added AFTER INSERT ON log BEGIN
                            INSERT INTO word (text, count) VALUES (NEW.text, 0);
                        END
                        """
                    ], engine: SQLiteEngine.name),
            ])
        let database = open([Self.words, trigger])
        let changed = try await database.writer.run { writer in
            try writer.write { session in
                let connection = try session.connection(of: .guest)
                let log = TableSchema("log", [.key("id", .integer), .column("text", .text)])
                try connection.insert(into: log, .insert) { (row) throws(PersistenceError) in
                    try row.write(.integer(1), at: 0)
                    try row.write(.text("a"), at: 1)
                }
                return connection.changedTables
            }
        }
        #expect(changed == ["log", "word"])
        #expect(try await database.read { try $0.count(Word.all) } == 1)
    }

    @Test func tablesAreStrictAndHaveNoRowNumbers() async throws {
        let database = open()
        try await database.writer.run { writer in
            try writer.read { session in
                let connection = try #require(
                    try session.connection(of: .guest) as? SQLiteConnection)
                let sql = try connection.connection.statement(
                    "SELECT sql FROM sqlite_master WHERE name = 'word'"
                ).first { $0.text(0) }
                #expect(sql?.hasSuffix("STRICT, WITHOUT ROWID") == true)
            }
        }
    }
}
