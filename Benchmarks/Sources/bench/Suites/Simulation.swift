import Scheduling
import SchedulingTestKit
import Simulation

extension Suite {
    /// Compares the steps of a simulation with the items of a virtual scheduler.
    static let simulation = Suite(name: "simulation") { harness in
        for strategy in SimulationSteps.strategies {
            try await harness.compare(
                "steps-\(strategy.name)", .nanoseconds(per: "step"), operations: 200_000, rounds: 5,
                ours: Contender("Simulation") { try SimulationSteps.run($0, strategy.value) },
                peers: Contender("VirtualScheduler") { try SimulationSteps.runWithoutChoice($0) })
        }
    }
}

/// Four chains of items over four schedulers: an item posts the next one, so that each step chooses
/// among four schedulers.
private enum SimulationSteps {
    static let strategies: [(name: String, value: SimulationStrategy)] = [
        ("random", .random), ("priorities", .priorities(changes: 3, length: 200_000)),
    ]

    private static let width = 4

    static func run(_ count: Int, _ strategy: SimulationStrategy) throws {
        var options = SimulationOptions()
        // The world adds some steps of its own.
        options.steps = count + 1_000
        let tally = Tally(count)
        let simulation = Simulation(strategy: strategy, options: options) { world in
            start(count, on: (0..<width).map { world.work("\($0)") }, tally)
        }
        if let finding = simulation.explore(seeds: 0..<1).finding { throw Failure("\(finding)") }
        try tally.finish("Simulation", count)
    }

    static func runWithoutChoice(_ count: Int) throws {
        let scheduler = VirtualScheduler()
        let tally = Tally(count)
        start(count, on: Array(repeating: scheduler, count: width), tally)
        scheduler.run()
        try tally.finish("VirtualScheduler", count)
    }

    private static func start(_ count: Int, on schedulers: [any Scheduler], _ tally: Tally) {
        let share = count / width
        for place in 0..<width {
            post(place * share..<(place + 1) * share, at: place, of: schedulers, tally)
        }
    }

    /// Posts the first item, which posts the next one to the next scheduler.
    private static func post(
        _ items: Range<Int>, at place: Int, of schedulers: [any Scheduler], _ tally: Tally
    ) {
        guard let item = items.first else { return }
        schedulers[place].schedule {
            tally.strike(item)
            post(items.dropFirst(), at: (place + 1) % width, of: schedulers, tally)
        }
    }
}
