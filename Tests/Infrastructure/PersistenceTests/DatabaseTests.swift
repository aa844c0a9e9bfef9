import BoundaryErrors
import Persistence
import Scheduling
import Testing

@Model("word")
private struct Word: Hashable {
    @PrimaryKey let text: String
    var count: Int64 = 0
}

@Suite struct DatabaseTests {
    private static let schema = DatabaseSchema(
        program: 1, models: [Word.self], migrations: [Migration("words", [.create(Word.table)])])

    /// A service of the writer's scheduler, which uses the writer directly.
    private final class WordCounter {
        private let writer: DatabaseWriter

        init(_ writer: DatabaseWriter) { self.writer = writer }

        func add(_ text: String) throws -> Int64 {
            try writer.write { session in
                let count = (try session.find(Word.self, text)?.count ?? 0) + 1
                try session.upsert(Word(text: text, count: count))
                return count
            }
        }
    }

    @Test func serviceOfTheWritersSchedulerUsesItDirectly() async throws {
        let scheduler = WorkScheduler(name: "BL")
        let database = Database(
            MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler)
        let counter = SchedulerBound(on: scheduler) { isolation in
            WordCounter(try database.writer.get(in: isolation))
        }
        let counts = try await counter.run { [try $0.add("a"), try $0.add("a"), try $0.add("b")] }
        #expect(counts == [1, 2, 1])
        #expect(try await database.read { try $0.count(Word.all) } == 2)
        await database.close()
        scheduler.shutDown()
    }

    /// The same program on one thread: the writer and the readers share a scheduler.
    @Test func oneSchedulerServesAll() async throws {
        let scheduler = WorkScheduler(name: "all")
        let database = Database(
            MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler,
            readers: .schedulers([scheduler]))
        try await database.write { try $0.insert(Word(text: "a")) }
        let read = try await database.read { session in
            (count: try session.count(Word.all), isOnScheduler: scheduler.isCurrent)
        }
        #expect(read == (1, true))
        await database.close()
        scheduler.shutDown()
    }

    @Test func closedDatabaseRefusesEachCall() async throws {
        let scheduler = WorkScheduler(name: "BL")
        let database = Database(
            MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler)
        try await database.write { try $0.insert(Word(text: "a")) }
        await database.close()
        let closed = PersistenceError(.closed, "")
        await #expect(throws: closed) { try await database.read { _ in } }
        await #expect(throws: closed) { try await database.write { _ in } }
        scheduler.shutDown()
    }

    @Test func databaseThatCannotBeOpenedGivesTheReasonToEachCall() async throws {
        let scheduler = WorkScheduler(name: "BL")
        let database = Database(
            MemoryEngine(), at: DatabasePlace("a"),
            schema: DatabaseSchema(program: 1, models: [Word.self], migrations: []), on: scheduler)
        for _ in 0..<2 {
            let reason = PersistenceError(.schemaMismatch, "")
            await #expect(throws: reason) { try await database.read { _ in } }
            await #expect(throws: reason) { try await database.write { _ in } }
        }
        scheduler.shutDown()
    }

    @Test func errorOfAClosureReachesTheCallerUnchanged() async throws {
        let scheduler = WorkScheduler(name: "BL")
        let database = Database(
            MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler)
        let gone = SchedulerBound(on: scheduler) { () throws -> Int in throw CancellationError() }
        let refusal = await #expect(throws: BoundError.self) { try await gone.run { $0 } }
        let error = try #require(refusal)
        await #expect(throws: error) { try await database.read { _ in throw error } }
        await #expect(throws: error) { try await database.write { _ in throw error } }
        await database.close()
        scheduler.shutDown()
    }

    @Test func sessionThatEscapesTraps() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = WorkScheduler(name: "BL")
            let database = Database(
                MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler)
            try await database.writer.run { writer in
                let session = try writer.read { $0 }
                _ = try session.count(Word.all)
            }
        }
    }

    @Test func writerOutsideOfItsSchedulerTraps() async {
        await #expect(processExitsWith: .failure) {
            final class Box: @unchecked Sendable {  // breaks the rule on purpose
                var writer: DatabaseWriter?
            }
            let scheduler = WorkScheduler(name: "BL")
            let database = Database(
                MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema, on: scheduler)
            let box = Box()
            try await database.writer.run { box.writer = $0 }
            _ = try box.writer?.write { _ in }
        }
    }

    @Test func writeOnASchedulerThatMayNotBlockTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in
            Schedulers.refuseBlockingOnMain()
            let database = Database(
                MemoryEngine(), at: DatabasePlace("a"), schema: Self.schema,
                on: MainScheduler.shared)
            try await database.write { _ in }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("a blocking call on scheduler 'UI': DatabaseWriter.write"))
    }

    @Test func errorNamesItsPlaceAndRemedy() {
        var error = PersistenceError(
            .conflict, "a row with this key exists", table: "word", key: "'a'",
            statement: "INSERT INTO word VALUES (?)")
        error.row = 3
        #expect(
            error.description
                == "table 'word', key 'a', row 3 of the batch: a row with this key exists "
                + "(in: INSERT INTO word VALUES (?))")
        let opening = PersistenceError(.locked, "it is in use", operation: "open a.sqlite")
        #expect(opening.description == "cannot open a.sqlite: it is in use (try again later)")
    }
}
