public import HTTPGateway
import HTTPGatewayTestKit
import Scheduling

extension SimulatedNetwork {
    /// Returns a gateway through this network, on the current scheduler.
    public func makeGateway(options: HTTPOptions = HTTPOptions()) -> any RequestGateway {
        guard let scheduler = Schedulers.current else {
            preconditionFailure("a gateway must be created on a scheduler, to which it is pinned")
        }
        return GatewayStub(
            on: scheduler, over: NetworkTransport(self, on: scheduler), options: options)
    }
}
