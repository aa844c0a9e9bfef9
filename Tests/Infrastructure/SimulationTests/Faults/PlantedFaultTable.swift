import Foundation
import Simulation
import Testing

/// The measurements of Documentation/Simulation.md, which `SIMULATION_TABLE=1` prints.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["SIMULATION_TABLE"] != nil,
        "needs SIMULATION_TABLE=1"))
struct PlantedFaultTable {
    private static let groups: UInt64 = 20
    private static let stressSeconds = 5

    /// The numbers of seeds until the fault was found, of all groups in order.
    private func seeds(_ fault: PlantedFault, _ strategy: SimulationStrategy) -> [Int] {
        (0..<Self.groups).map { group in
            let first = group * 10_000
            let simulation = fault.simulation(isFaulty: true, strategy: strategy)
            let exploration = simulation.explore(seeds: first..<first + 5_000)
            return exploration.finding == nil ? .max : exploration.runCount
        }.sorted()
    }

    @Test(arguments: PlantedFault.all)
    func simulations(_ fault: PlantedFault) throws {
        let random = seeds(fault, .random)
        let priorities = seeds(fault, .priorities(changes: 2, length: 30))
        let steps = try #require(
            fault.simulation(isFaulty: true).explore(seeds: 0..<5_000).finding
        ).shortest.stepCount
        let coverage = fault.simulation(isFaulty: false).coverage(seeds: 0..<500)
        print(
            "| \(fault) | \(random[10]), \(random[19]) | \(priorities[10]), \(priorities[19]) |",
            "\(steps) | \(coverage.distinctCount) |",
            "\(coverage.reversedPairCount) of \(coverage.pairCount) |")
        #expect(random[19] <= 500)
    }

    /// Runs the program on threads, ten at the same time, with random numbers.
    @Test(arguments: PlantedFault.all)
    func threads(_ fault: PlantedFault) async throws {
        let end = ContinuousClock.now + .seconds(Self.stressSeconds)
        var (runs, found) = (0, 0)
        while ContinuousClock.now < end {
            let stages = (0..<10).map { _ in ThreadStage() }
            for stage in stages { fault.build(stage, true) }
            // The longest program has timers of 100 ms.
            try await Task.sleep(for: .milliseconds(250))  // reason: threads have no virtual time
            for stage in stages {
                runs += 1
                if await !stage.end() { found += 1 }
            }
        }
        print("threads: \(fault): \(found) of \(runs) runs")
    }
}
