import Simulation
import Testing

/// The faults that simulations have to find, and their corrections, which must pass.
@Suite struct PlantedFaultTests {
    @Test(arguments: PlantedFault.all)
    func randomSchedulesFindTheFault(_ fault: PlantedFault) throws {
        let exploration = fault.simulation(isFaulty: true).explore(seeds: 0..<500)
        let finding = try #require(exploration.finding, "\(fault) was not found")
        #expect(finding.isRepeatable)
        #expect(finding.shortest.stepCount <= finding.length)
    }

    @Test(arguments: PlantedFault.all)
    func prioritiesFindTheFault(_ fault: PlantedFault) {
        let strategy = SimulationStrategy.priorities(changes: 2, length: 30)
        let simulation = fault.simulation(isFaulty: true, strategy: strategy)
        #expect(simulation.explore(seeds: 0..<500).finding != nil)
    }

    @Test(arguments: PlantedFault.all)
    func theCorrectProgramPasses(_ fault: PlantedFault) {
        let simulation = fault.simulation(isFaulty: false)
        #expect(simulation.explore(seeds: 0..<500).finding == nil)
    }
}
