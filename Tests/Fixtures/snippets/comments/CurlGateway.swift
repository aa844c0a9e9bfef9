import CurlGateway
import HTTPGateway
import Scheduling
import Signals

func pushing(home: SchedulerIsolation) throws {
    // snippet CurlGateway
}

func digest(hash: [UInt8]) throws {
    // snippet SHA256ContentDigest
}
