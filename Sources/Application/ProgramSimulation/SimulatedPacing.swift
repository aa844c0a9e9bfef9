import HTTPGateway
import LiveServices
import Simulation

/// The rate that a server accepts, as the processes of a user have learned it.
///
/// The seed may choose a first rate at which most requests wait for others.
///
/// Only the thread of the run uses it.
final class SimulatedPacing: PacerMemory, @unchecked Sendable {  // one thread runs a simulation
    private let world: World
    private var concurrency: Double?
    private var pauseEnd = Duration.zero

    init(in world: World) {
        self.world = world
        concurrency = [nil, 1, 2][world.choose(3)]
    }

    /// The module of the gateway with this memory.
    var gatewayModule: GatewayModule { GatewayModule(pacing: memory) }

    private func memory(of account: String) -> any PacerMemory { self }

    func recall() -> PacerExperience? {
        concurrency.map {
            PacerExperience(concurrency: $0, pause: max(.zero, pauseEnd - world.time))
        }
    }

    func keep(_ experience: PacerExperience) {
        concurrency = experience.concurrency
        pauseEnd = world.time + experience.pause
    }
}
