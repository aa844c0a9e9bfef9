import Foundation
import Persistence
import SQLitePersistence
import Scheduling
import Testing

extension EngineTests {
    /// Expects an error with a code.
    func expect(
        _ code: PersistenceError.Code, _ body: () async throws -> Void,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async {
        do {
            try await body()
            Issue.record("no error was thrown", sourceLocation: sourceLocation)
        } catch let error as PersistenceError {
            #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }

    @Test func textThatIsNotUTF8IsAnErrorAndNotRepaired() async throws {
        let database = open()
        try await database.writer.run { writer in
            try writer.write { session in
                try session.sqlite.execute(
                    "INSERT INTO word (text, count, note) VALUES ('a', 1, CAST(x'61FF' AS TEXT))")
            }
        }
        await expect(.unreadable) { _ = try await database.read { try $0.all(Word.all) } }
    }

    @Test func fileThatIsNotADatabaseIsDamaged() async throws {
        try Data(repeating: 65, count: 8_192).write(to: URL(filePath: fixture.path))
        let database = open()
        await expect(.damaged) { try await database.read { _ in } }
        await expect(.damaged) { try await database.write { _ in } }
    }

    @Test func folderThatIsMissingIsANamedError() async throws {
        let database = Database(
            SQLiteEngine(), at: DatabasePlace(fixture.folder + "/absent/a.sqlite"),
            schema: DatabaseSchema(program: 7, models: [], migrations: []), on: scheduler)
        await expect(.cannotOpen) { try await database.read { _ in } }
    }

    @Test func errorQuotesTheStatementWithoutItsValues() async throws {
        let database = open()
        do {
            try await database.write { session in
                try session.insert(Word(text: "a", note: "secret"))
                try session.insert(Word(text: "a", note: "secret"))
            }
            Issue.record("no error was thrown")
        } catch let error as PersistenceError {
            #expect(error.code == .conflict)
            #expect(error.statement?.hasPrefix("INSERT INTO \"word\"") == true)
            #expect(!"\(error) \(error as Any)".contains("secret"))
        }
    }

    /// SQLite ends the whole transaction on a full disk; what follows must not be one of its own.
    @Test func fullDiskTakesTheTransactionBackEvenIfItsErrorIsHandled() async throws {
        let database = open()
        let note = String(repeating: "x", count: 100_000)
        let outcome = try await database.writer.run { writer in
            let connection = try writer.read { $0.sqlite }
            try connection.execute("PRAGMA max_page_count = 20")
            var codes: [PersistenceError.Code] = []
            do {
                try writer.write { session in
                    for text in ["a", "b", "c"] {
                        do throws(PersistenceError) {
                            let isLarge = text == "b"
                            try session.insert(Word(text: text, note: isLarge ? note : nil))
                        } catch {
                            codes.append(error.code)
                        }
                    }
                }
            } catch let error as PersistenceError {
                codes.append(error.code)
            }
            try connection.execute("PRAGMA max_page_count = 100000")
            return codes
        }
        #expect(outcome == [.noSpace, .failed, .failed])
        #expect(try await database.read { try $0.count(Word.all) } == 0)
        try await database.write { try $0.insert(Word(text: "b", note: note)) }
        #expect(try await database.read { try $0.count(Word.all) } == 1)
    }

    @Test func processesThatStartAtOnceRunEachMigrationOnce() async throws {
        for round in 0..<10 {
            let place = DatabasePlace(fixture.folder + "/\(round).sqlite")
            let databases = (0..<3).map { number in
                Database(
                    SQLiteEngine(), at: place,
                    schema: DatabaseSchema(
                        program: 7, models: [Word.self], migrations: [Self.words, Self.index]),
                    on: WorkScheduler(name: "BL \(number)"), readers: .threads(1))
            }
            for (number, database) in databases.enumerated() {
                try await database.write { try $0.insert(Word(text: "\(number)")) }
            }
            #expect(try await databases[0].read { try $0.count(Word.all) } == 3)
            for database in databases { await database.close() }
        }
    }

    private static let index = Migration(
        "index", [.create(IndexSchema("by_count", on: "word", ["count"]))])

    /// Another process runs a migration, and this one does not wait for it at all.
    @Test func databaseThatWaitsTooLongForAMigrationGetsANamedError() async throws {
        let former = open()
        try await former.write { try $0.insert(Word(text: "a")) }
        await former.close()
        let schema = DatabaseSchema(
            program: 7, models: [Word.self], migrations: [Self.words, Self.index])
        func openAgain() -> Database {
            Database(
                SQLiteEngine(settings: SQLSettings(busyTimeout: .zero)),
                at: DatabasePlace(fixture.path), schema: schema, on: scheduler,
                readers: .threads(1))
        }
        let other = try fixture.writer([])
        try other.begin(.writing(isDurable: true))
        let tooEarly = openAgain()
        await expect(.locked) { try await tooEarly.read { _ in } }
        other.rollBack()
        await expect(.locked) { try await tooEarly.read { _ in } }
        #expect(try await openAgain().read { try $0.count(Word.all) } == 1)
    }

    @Test func secondWriterGetsANamedError() async throws {
        let first = open(settings: SQLSettings(busyTimeout: .zero))
        // Its opening locks the file, too.
        try await first.write { try $0.insert(Word(text: "a")) }
        let other = WorkScheduler(name: "other")
        let second = Database(
            SQLiteEngine(settings: SQLSettings(busyTimeout: .zero)),
            at: DatabasePlace(fixture.path),
            schema: DatabaseSchema(program: 7, models: [Word.self], migrations: [Self.words]),
            on: other)
        #expect(try await second.read { try $0.count(Word.all) } == 1)
        try await first.writer.run { writer in
            try writer.write { session in
                try session.insert(Word(text: "b"))
                let result = Result {
                    try second.writer.wait { try $0.write { try $0.insert(Word(text: "c")) } }
                }
                #expect(throws: PersistenceError.self) { try result.get() }
                guard case .failure(let error as PersistenceError) = result else { return }
                #expect(error.code == .locked)
            }
        }
        try await second.write { try $0.insert(Word(text: "c")) }
        #expect(try await first.read { try $0.count(Word.all) } == 3)
    }
}
