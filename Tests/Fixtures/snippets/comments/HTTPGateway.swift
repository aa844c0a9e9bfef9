import HTTPGateway
import Scheduling
import Signals

struct FeedPage {
    init(json: [UInt8]) throws {}
}

func credential(token: String) throws {
    var options = HTTPOptions()
    // snippet Credential
}

// snippet HTTPDestination

// snippet HTTPMethod

func body(host: any APIHost) {
    // snippet BodyRequest
}

// snippet HTTPRequest

func host(gateway: any RequestGateway) throws {
    // snippet HTTPHost
}

func pacer(gateway: any RequestGateway, apiURL: HTTPURL, contentURL: HTTPURL) throws {
    // snippet HostPacer
}

func pacer(memory: any PacerMemory, home: SchedulerIsolation) {
    // snippet PacerMemory
}
