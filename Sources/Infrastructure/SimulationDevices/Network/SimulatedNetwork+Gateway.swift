public import HTTPGateway
import HTTPGatewayTestKit
public import Scheduling

extension SimulatedNetwork {
    /// Returns a gateway through this network, for the caller's scheduler.
    public func makeGateway(
        in home: SchedulerIsolation, options: HTTPOptions = HTTPOptions()
    ) -> any RequestGateway {
        GatewayStub(
            home: home, over: NetworkTransport(self, on: home.scheduler), options: options)
    }
}
