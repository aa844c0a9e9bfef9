import DurableFiles
import Persistence
import Simulation
import SimulationDevices
import Testing

@testable import SQLitePersistence

/// Databases on a simulated disk.
@Suite struct DatabaseCrashTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func open(_ folder: TemporaryFolder) throws -> SQLConnection {
        // Few pages until a checkpoint, so that the runs include checkpoints.
        let connection = try SQLConnection(
            at: folder.path + "/numbers.sqlite", program: 1, isReadOnly: false,
            settings: SQLSettings(checkpointPages: 4))
        try connection.execute("CREATE TABLE IF NOT EXISTS number (value INTEGER)")
        return connection
    }

    private static func numbers(in folder: TemporaryFolder) throws -> [Int64] {
        let connection = try open(folder)
        try connection.checkIntegrity()
        var numbers: [Int64] = []
        try connection.statement("SELECT value FROM number ORDER BY value").forEachRow {
            numbers.append($0.integer(0))
        }
        return numbers
    }

    /// Commits numbers until the crash, and returns how many were committed.
    private static func commit(
        _ durability: Durability, in folder: TemporaryFolder
    ) throws -> Int64 {
        var committed: Int64 = 0
        let connection = try open(folder)
        let insert = try connection.statement("INSERT INTO number VALUES (?)")
        do {
            for number in 0..<20 as Range<Int64> {
                try connection.begin(.writing(isDurable: durability == .full))
                insert.bind(1, number)
                try insert.run()
                try connection.commit()
                committed += 1
            }
        } catch {}
        return committed
    }

    private func simulation(
        _ durability: Durability, _ conditions: DiskConditions = DiskConditions()
    ) -> Simulation {
        Simulation { [folder] world in
            try folder.empty()
            let disk = try SimulatedDisk(in: world, at: folder.path)
            _ = try Self.numbers(in: folder)  // creates the database
            disk.conditions = conditions
            disk.crash(atCall: world.choose(150))
            // A database that cannot be opened has no number.
            let committed = (try? Self.commit(durability, in: folder)) ?? 0
            disk.conditions = DiskConditions()
            disk.restart()
            let found = try Self.numbers(in: folder)
            let isPrefix = found == Array(0..<Int64(found.count))
            if !isPrefix { world.fail("the numbers are not a prefix: \(found)") }
            if durability == .full, found.count < committed {
                world.fail("\(committed) were committed, and \(found.count) survived")
            }
        }
    }

    @Test(arguments: [DiskConditions(), .faulty(every: 5, atMost: 3)])
    func aDatabaseIsCreatedAfterAFailedCreation(_ conditions: DiskConditions) {
        let exploration = Simulation { [folder] world in
            try folder.empty()
            let disk = try SimulatedDisk(in: world, at: folder.path, conditions)
            if conditions.faults.isEmpty { disk.crash(atCall: world.choose(30)) }
            // The error of the fault is a part of the plan.
            _ = try? Self.open(folder)
            disk.conditions = DiskConditions()
            disk.restart()
            let found = try Self.numbers(in: folder)
            if !found.isEmpty { world.fail("the new database has rows") }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func eachFullCommitSurvivesACrash() {
        let exploration = simulation(.full).explore(seeds: 0..<300)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func atomicCommitsSurviveInTheirOrder() {
        let exploration = simulation(.atomic).explore(seeds: 0..<300)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func aFaultyDiskDamagesNoDatabase() {
        let exploration = simulation(.full, .faulty(every: 20, atMost: 3))
            .explore(seeds: 0..<300)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }
}
