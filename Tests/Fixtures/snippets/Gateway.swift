import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

struct FeedPage {
    init(json: [UInt8]) throws {}
}

func host() throws {
    // snippet 1
}

// snippet 2
