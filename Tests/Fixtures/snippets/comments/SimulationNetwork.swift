import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Signals
import Simulation
import SimulationNetwork

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
