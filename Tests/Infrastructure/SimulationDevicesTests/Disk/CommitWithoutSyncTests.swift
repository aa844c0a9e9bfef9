import DurableFiles
import Scheduling
import SchedulingTestKit
import Simulation
import SimulationDevices
import Testing

/// The planted fault of a commit without a flush, and its correction.
@Suite struct CommitWithoutSyncTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records that survive a crash once `append` has returned.
    @Schedulable
    fileprivate final class Journal {
        private let pack: DurablePack
        private let isFaulty: Bool
        private var length: Int64 = 0

        init(in folder: String, isFaulty: Bool) throws {
            pack = try DurablePack(
                appendingTo: "journal", in: DurableFolder(path: folder), length: 0)
            self.isFaulty = isFaulty
        }

        func append(_ record: [UInt8]) throws {
            try pack.append([record], at: length)
            if !isFaulty { try pack.synchronize() }
            length += Int64(record.count)
        }
    }

    func simulation(
        isFaulty: Bool, strategy: SimulationStrategy = .random
    ) -> Simulation {
        Simulation(strategy: strategy) { [folder] world in
            try folder.empty()
            let disk = try SimulatedDisk(in: world, at: folder.path)
            let journal = SchedulerBound(on: world.work("BL")) {
                try Journal(in: folder.path, isFaulty: isFaulty)
            }
            let confirmed = Recorder<Bool>()
            let main = world.main
            disk.crash(atCall: 2 + world.choose(8))
            for _ in 0..<3 {
                journal.schedule { journal in
                    guard (try? journal.append([1, 2, 3, 4])) != nil else { return }
                    main.schedule { confirmed.add(true) }
                }
            }
            world.atEnd("a confirmed record survives") { _ in
                disk.restart()
                let pack = try DurablePack(
                    reading: "journal", in: DurableFolder(path: folder.path))
                let length = Int(try pack.status().size)
                let bytes = try pack.read(at: 0, count: length)
                let count = confirmed.values.count
                return bytes.prefix(4 * count)
                    == ArraySlice((0..<count).flatMap { _ in [1, 2, 3, 4] as [UInt8] })
            }
        }
    }

    @Test func randomSchedulesFindTheFault() throws {
        let finding = try #require(simulation(isFaulty: true).explore(seeds: 0..<500).finding)
        #expect(finding.isRepeatable)
        #expect(finding.failure.kind == .law("a confirmed record survives"))
    }

    @Test func prioritiesFindTheFault() {
        let simulation = simulation(
            isFaulty: true, strategy: .priorities(changes: 2, length: 30))
        #expect(simulation.explore(seeds: 0..<500).finding != nil)
    }

    @Test func theCorrectProgramPasses() {
        let exploration = simulation(isFaulty: false).explore(seeds: 0..<500)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }
}
