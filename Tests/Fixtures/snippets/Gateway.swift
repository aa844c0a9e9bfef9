import CurlGateway
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

struct FeedPage {
    init(json: [UInt8]) throws {}
}

func host(home: SchedulerIsolation) throws {
    // snippet 1
}

// snippet 2

func test() {
    // snippet 3
}
