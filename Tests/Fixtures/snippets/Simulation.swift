import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Signals
import Simulation
import SimulationDevices

func onANetwork() {
    // snippet 1
    _ = simulation
}

func runProgram() async {}

func onADisk(_ world: World, _ folder: String) async throws {
    // snippet 2
}
