import Foundation
import ProgramSimulation
import Simulation
import Testing

/// The program in simulations, with a few seeds; `make simulate` runs many.
@Suite struct ProgramSimulationTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "program-simulation-\(UUID().uuidString)")
        .resolvingSymlinksInPath().path

    private func removeFolder() {
        // Only disk space is lost.
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test(arguments: ProgramScenario.all)
    func aScenarioKeepsItsLaws(_ scenario: ProgramScenario) {
        defer { removeFolder() }
        let exploration = scenario.simulation(in: folder).explore(seeds: 0..<5)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        #expect(exploration.distinctCount == 5)
    }

    @Test func aSeedRepeatsTheWholeRun() {
        defer { removeFolder() }
        guard let scenario = ProgramScenario.all.last else { return }
        let simulation = scenario.simulation(seed: 3, in: folder)
        let hashes = Set((0..<10).map { _ in simulation.run().hash })
        #expect(hashes.count == 1)
    }

    /// `Scripts/simulate --watch` also measures the memory of a longer watch.
    @Test func aWatchFollowsItsServerThroughFaultsAndEndsOfTokens() {
        defer { removeFolder() }
        let exploration = SimulatedWatch.simulation(for: .seconds(3_600), in: folder)
            .explore(seeds: 0..<1)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func aLargeLibraryIsSynchronized() {
        defer { removeFolder() }
        let scenario = ProgramScenario.large(photos: 200)
        let exploration = scenario.simulation(in: folder).explore(seeds: 0..<1)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }
}
