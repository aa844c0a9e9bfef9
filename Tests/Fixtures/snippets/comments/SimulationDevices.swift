import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Signals
import Simulation
import SimulationDevices

func runTheProgramToItsEnd() {}

func simulating(_ folder: String) {
    // snippet SimulatedDisk
    _ = simulation
}

@Schedulable
final class Client {
    private let gateway: any RequestGateway
    private(set) var hasAnswer = false

    init(_ gateway: any RequestGateway) { self.gateway = gateway }

    func start() { hasAnswer = true }
}

func simulating() {
    // snippet SimulatedNetwork
    _ = simulation
}
