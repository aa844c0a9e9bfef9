import HTTPGateway
import HTTPGatewayTestKit
import Scheduling

final class NodeFetcher {
    init(host: any APIHost) {}
}

func gatewayStub() {
    // snippet GatewayStub
}

func hostStub() {
    // snippet HostStub
}
