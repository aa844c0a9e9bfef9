import Simulation

/// A small program with a fault of a known kind, and the same program without it.
struct PlantedFault: CustomStringConvertible, Sendable {
    let description: String
    var options = SimulationOptions()
    /// Builds the program on a stage, with or without the fault.
    let build: @Sendable (any FaultStage, _ isFaulty: Bool) -> Void

    static let all: [PlantedFault] = [
        lostWakeUp, checkThenAct, doubleCompletion, forgottenCancellation, sameValueAgain,
        twoRoutes, refreshStorm, timerWithoutOwner, cursorBeforePage,
    ]

    func simulation(
        isFaulty: Bool, strategy: SimulationStrategy = .random
    ) -> Simulation {
        Simulation(strategy: strategy, options: options) { world in
            build(WorldStage(world: world), isFaulty)
        }
    }
}
