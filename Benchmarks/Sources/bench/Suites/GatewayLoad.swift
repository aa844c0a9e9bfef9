import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

/// A number of GETs through a gateway, with a given number in flight.
final class GatewayLoad: @unchecked Sendable {  // used on one scheduler, and after the semaphore
    private let url: HTTPURL
    private let count: Int
    private let done = DispatchSemaphore(value: 0)
    private var started = 0
    private var ended = 0
    private var bytes = 0

    /// Starts the GETs on the gateway's scheduler, and blocks until the last one has ended.
    static func run(
        _ count: Int, _ inFlight: Int, _ url: HTTPURL, through gateway: SchedulerBound<CurlGateway>
    ) throws {
        let load = GatewayLoad(url, count)
        gateway.schedule { gateway in
            for _ in 0..<min(inFlight, count) { load.next(gateway) }
        }
        load.done.wait()
        guard load.bytes == count * GatewayGets.size else {
            throw Failure("the gateway lost bytes")
        }
    }

    private init(_ url: HTTPURL, _ count: Int) {
        self.url = url
        self.count = count
    }

    private func next(_ gateway: CurlGateway) {
        guard started < count else { return }
        started += 1
        gateway.push(GET(), to: url).observe(
            { [self] event in if case .output(let output) = event { bytes += output.output.count }
            },
            ended: { [self] _ in
                ended += 1
                if ended == count { done.signal() } else { next(gateway) }
            })
    }
}
