import BoundaryErrors
import Persistence
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Model("word")
private struct Word: Hashable {
    @PrimaryKey let text: String
    var count: Int64 = 0
}

/// A row with a number of 64 bits.
@Model("score", in: .account)
private struct Score: Hashable {
    @PrimaryKey let name: String
    var points: Int64
}

/// The same row with a number of 8 bits.
@Model("score", in: .account)
private struct SmallScore: Hashable {
    @PrimaryKey let name: String
    var points: Int8
}

@Suite struct DatabaseTests {
    private static let schemas: [DatabaseRole: DatabaseSchema] = [
        .guest: DatabaseSchema(
            program: 1, models: [Word.self],
            migrations: [Migration("words", [.create(Word.table)])])
    ]

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
            MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas, on: scheduler)
        let counter = SchedulerBound(on: scheduler) { isolation in
            WordCounter(try database.writer.get(in: isolation))
        }
        let counts = try await counter.run { [try $0.add("a"), try $0.add("a"), try $0.add("b")] }
        #expect(counts == [1, 2, 1])
        #expect(try await database.read { try $0.count(Word.all) } == 2)
        await database.close()
        scheduler.shutDown()
    }

    /// The same program on one thread: writer, readers and observer share a scheduler.
    @Test func oneSchedulerServesAll() throws {
        let scheduler = VirtualScheduler(name: "all")
        let database = Database(
            MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas, on: scheduler,
            readers: .schedulers([scheduler]))
        let seen = Recorder<[String]>()
        _ = scheduler.enter {
            database.observe(Word.where { $0.count > 1 }, in: .here).observe {
                seen.add($0.map(\.text))
            } failed: {
                Issue.record("\($0)")
            }
        }
        for text in ["a", "b", "a", "c", "b"] {
            database.writer.schedule { writer in
                do {
                    _ = try WordCounter(writer).add(text)
                } catch { Issue.record("\(error)") }
            }
            scheduler.runUntilIdle()
        }
        #expect(seen.values.count <= 6)
        #expect(seen.values.last == ["a", "b"])
    }

    @Test func errorOfAClosureReachesTheCallerUnchanged() async throws {
        let scheduler = WorkScheduler(name: "BL")
        let database = Database(
            MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas, on: scheduler)
        let gone = SchedulerBound(on: scheduler) { () throws -> Int in throw CancellationError() }
        let refusal = await #expect(throws: BoundError.self) { try await gone.run { $0 } }
        let error = try #require(refusal)
        await #expect(throws: error) { try await database.read { _ in throw error } }
        await #expect(throws: error) { try await database.write { _ in throw error } }
        await #expect(throws: error) { try await database.barrier { _ in throw error } }
        await database.close()
        scheduler.shutDown()
    }

    /// A row of its second share cannot be read, when rows of the first are merged already.
    @Test func databaseThatFailsWithinAMergedPageIsLeftOut() async throws {
        let (engine, scheduler) = (MemoryEngine(), WorkScheduler(name: "BL"))
        func open(_ model: any Model.Type) -> Database {
            let account = DatabaseSchema(
                program: 1, models: [model],
                migrations: [Migration("scores", [.create(Score.table)])])
            var schemas = Self.schemas
            schemas[.account] = account
            return Database(engine, guest: DatabasePlace("a"), schemas: schemas, on: scheduler)
        }
        let scores = (10..<90).map { Score(name: "\($0)", points: 0) }
        for name in ["broken", "sound"] {
            let database = open(Score.self)
            try await database.attach(DatabasePlace(name))
            try await database.write(.account) { session in
                if name == "sound" {
                    try session.insert(contentsOf: scores.dropFirst(60))
                } else {
                    try session.insert(contentsOf: scores)
                    try session.update(Score.where { $0.name == "50" }) { [$0.points.set(128)] }
                }
            }
            await database.close()
        }
        let database = open(SmallScore.self)
        try await database.attach(readOnly: ["broken", "sound"].map { DatabasePlace($0) })
        let merged = try await database.read { try $0.mergedPage(SmallScore.all.limit(60)) }
        #expect(merged.page.rows.map(\.value.name) == scores.dropFirst(60).map(\.name))
        #expect(merged.page.next == nil)
        #expect(merged.failures.mapValues(\.code) == [DatabasePlace("broken"): .unreadable])
        await database.close()
        scheduler.shutDown()
    }

    @Test func sessionThatEscapesTraps() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = WorkScheduler(name: "BL")
            let database = Database(
                MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas, on: scheduler)
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
                MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas, on: scheduler)
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
                MemoryEngine(), guest: DatabasePlace("a"), schemas: Self.schemas,
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
        #expect(
            PersistenceError(.notAttached, "the account database is not attached").description
                == "the account database is not attached (attach its database first)")
    }
}
