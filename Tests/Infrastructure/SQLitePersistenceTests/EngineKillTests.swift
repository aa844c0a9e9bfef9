import Foundation
import Persistence
import SQLitePersistence
import Scheduling
import Testing

@Model("pair")
private struct Pair: Hashable {
    @PrimaryKey let id: Int64
    var left: Int64
    var right: Int64
}

/// A pair after the migration that is killed.
@Model("sum")
private struct Sum: Hashable {
    @PrimaryKey let id: Int64
    var sum: Int64
    var label: String
}

/// A process that is killed at any moment leaves the old or the new state.
@Suite(.serialized) struct EngineKillTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["PERSISTENCE_KILLS"].flatMap(Int.init) ?? 10
    private static let folder = NSTemporaryDirectory() + "/persistence-killed"
    private static let rows: Int64 = 20_000

    private static let create = Migration("pairs", [.create(Pair.table)])
    private static let change = Migration(
        "sums",
        [
            .statements(
                [
                    "CREATE TABLE sum (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL)",
                    "INSERT INTO sum SELECT id, left + right FROM pair", "DROP TABLE pair",
                ],
                leadingTo: [TableSchema("sum", [.key("id", .integer), .column("sum", .integer)])]),
            .add(.column("label", .text), to: "sum", value: .text("new")),
            .create(IndexSchema("sum_label", on: "sum", ["label", "id"])),
        ])

    private static func open(
        _ model: any Model.Type, _ migrations: [Migration], _ scheduler: WorkScheduler
    ) -> Database {
        Database(
            SQLiteEngine(), at: DatabasePlace(folder + "/killed.sqlite"),
            schema: DatabaseSchema(program: 7, models: [model], migrations: migrations),
            on: scheduler, readers: .threads(1))
    }

    private static func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

    private static func makeFolder() throws {
        removeFolder()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    private static func kill(within seconds: Double) {
        let delay = Double.random(in: 0...seconds)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)  // reason: a kill falls on a moment of real time
            Foundation.kill(getpid(), SIGKILL)
        }
    }

    /// Writes pairs of equal numbers until it is killed.
    private static func writeUntilKilled() async throws {
        kill(within: 0.05)
        let database = open(Pair.self, [create], WorkScheduler(name: "killed"))
        while true {
            let number = try await database.write { session in
                let number = (try session.find(Pair.self, 0)?.left ?? 0) + 1
                try session.upsert(
                    contentsOf: (0..<20).map { Pair(id: $0, left: number, right: 0) })
                try session.upsert(
                    contentsOf: (0..<20).map { Pair(id: $0, left: number, right: number) })
                return number
            }
            // A commit that has returned must survive.
            try Data("\(number)".utf8).write(
                to: URL(filePath: folder + "/confirmed"), options: .atomic)
        }
    }

    @Test func killedTransactionsLeaveTheOldOrTheNewState() async throws {
        try Self.makeFolder()
        defer { Self.removeFolder() }
        for _ in 0..<Self.rounds {
            await #expect(processExitsWith: .signal(SIGKILL)) { try await Self.writeUntilKilled() }
            let scheduler = WorkScheduler(name: "check")
            let database = Self.open(Pair.self, [Self.create], scheduler)
            let pairs = try await database.read { try $0.all(Pair.all) }
            let confirmed = try? String(
                contentsOfFile: Self.folder + "/confirmed", encoding: .utf8)
            #expect(pairs.first?.left ?? 0 >= confirmed.flatMap { Int64($0) } ?? 0)
            #expect(pairs.isEmpty || pairs.count == 20)
            #expect(Set(pairs.flatMap { [$0.left, $0.right] }).count <= 1)
            await database.close()
            scheduler.shutDown()
        }
    }

    /// Migrates until it is killed.
    private static func migrateUntilKilled() async throws {
        kill(within: 0.08)
        let database = open(Sum.self, [create, change], WorkScheduler(name: "killed"))
        while true { _ = try await database.read { try $0.count(Sum.all) } }
    }

    @Test func killedMigrationsLeaveTheOldOrTheNewTables() async throws {
        let pairs = (0..<Self.rows).map { Pair(id: $0, left: $0, right: 1) }
        var (old, new) = (0, 0)
        defer { Self.removeFolder() }
        for _ in 0..<Self.rounds {
            try Self.makeFolder()
            let scheduler = WorkScheduler(name: "check")
            let before = Self.open(Pair.self, [Self.create], scheduler)
            try await before.write { try $0.insert(contentsOf: pairs) }
            await before.close()
            await #expect(processExitsWith: .signal(SIGKILL)) {
                try await Self.migrateUntilKilled()
            }
            let unchanged = Self.open(Pair.self, [Self.create], scheduler)
            do {
                #expect(try await unchanged.read { try $0.all(Pair.all) } == pairs)
                old += 1
            } catch let error as PersistenceError {
                #expect(error.code == .tooNew, "\(error)")
                new += 1
            }
            await unchanged.close()
            let migrated = Self.open(Sum.self, [Self.create, Self.change], scheduler)
            let sums = try await migrated.read { try $0.all(Sum.all) }
            #expect(
                sums == (0..<Self.rows).map { Sum(id: $0, sum: $0 + 1, label: "new") })
            await migrated.close()
            scheduler.shutDown()
        }
        // Both outcomes occur if there are enough rounds.
        print("killed migrations: \(old) left the old tables, \(new) the new ones")
    }
}
