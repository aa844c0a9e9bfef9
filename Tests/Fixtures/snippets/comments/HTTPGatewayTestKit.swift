import HTTPGateway
import HTTPGatewayTestKit
import Scheduling

final class NodeFetcher {
    init(host: any APIHost) {}
}

func gatewayStub(home: SchedulerIsolation) {
    // snippet GatewayStub
}

func hostStub(home: SchedulerIsolation) {
    // snippet HostStub
}
