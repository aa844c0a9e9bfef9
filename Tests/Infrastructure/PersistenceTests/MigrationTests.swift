import Persistence
import Scheduling
import Testing

@Model("word")
private struct Word: Hashable {
    @PrimaryKey let text: String
    var count: Int64 = 0
}

@Suite struct MigrationTests {
    private static let schemas: [DatabaseRole: DatabaseSchema] = [
        .guest: DatabaseSchema(
            program: 1, models: [Word.self],
            migrations: [
                Migration("words", [.create(TableSchema("word", [.key("text", .text)]))]),
                Migration(
                    "counts", [.add(.column("count", .integer), to: "word", value: .integer(0))]),
            ])
    ]

    /// Both processes have read that the migrations are missing, before the first one or the second.
    @Test(arguments: 1...2)
    func migrationThatAnotherProcessHasJustRunIsNotRunAgain(_ moment: Int) async throws {
        let (memory, place) = (MemoryEngine(), DatabasePlace("a"))
        let schedulers = ["BL", "other"].map { WorkScheduler(name: $0) }
        let count = Guarded(0)
        let engine = BrokenEngine(memory) {
            let isMoment = count.withLock { count in
                count += 1
                return count == moment
            }
            guard isMoment else { return }
            let other = Database(
                memory, guest: place, schemas: Self.schemas, on: schedulers[1],
                readers: .threads(1))
            #expect(throws: Never.self) {
                try other.writer.wait { try $0.write { try $0.insert(Word(text: "other")) } }
            }
        }
        let database = Database(
            engine, guest: place, schemas: Self.schemas, on: schedulers[0], readers: .threads(1))
        #expect(try await database.read { try $0.all(Word.all) } == [Word(text: "other")])
        await database.close()
        for scheduler in schedulers { scheduler.shutDown() }
    }
}
