import CCurlPeer
import CurlGateway
import Foundation
import FoundationNetworking
import HTTPGateway
import Scheduling
import Signals
import Synchronization

/// Small GETs, so many in flight.
enum GatewayGets {
    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let address = nginx.url + "/1k"
        let url = try HTTPURL(address)
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let gateway = SchedulerBound(on: scheduler) {
            CurlGateway(limits: .init(connections: 64, perOrigin: 64))
        }
        for inFlight in [1, 8, 64] {
            try await harness.compare(
                "get-1KiB-\(inFlight)-in-flight", .rate(of: "requests"), operations: 4_000,
                rounds: 5,
                ours: Contender("CurlGateway") { count in
                    let gets = Gets(url, count)
                    gateway.schedule { gets.begin($0, inFlight) }
                    try gets.finish()
                },
                peers: Contender("libcurl multi in C") { count in
                    guard ccp_get(address, Int64(count), Int32(inFlight)) == Int64(count) * 1_024
                    else {
                        throw Failure("libcurl failed")
                    }
                },
                urlSession(address, inFlight))
        }
        scheduler.shutDown()
    }

    private static func urlSession(_ address: String, _ inFlight: Int) -> Contender {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = inFlight
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        return Contender(
            "URLSession",
            asynchronous: { count in
                guard let url = URL(string: address) else { throw Failure("no address") }
                let left = Countdown(count)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<inFlight {
                        group.addTask {
                            while left.next() {
                                guard try await session.data(from: url).0.count == 1_024 else {
                                    throw Failure("short")
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            })
    }
}

/// Tells several workers how long to go on.
final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    /// Whether there is one more.
    func next() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}

/// So many GETs through a gateway, so many at once; on the gateway's scheduler but for `finish`.
final class Gets: @unchecked Sendable {  // the semaphore hands the result over
    private let url: HTTPURL
    private let count: Int
    private let done = DispatchSemaphore(value: 0)
    private var started = 0
    private var ended = 0
    private var bytes = 0

    init(_ url: HTTPURL, _ count: Int) {
        self.url = url
        self.count = count
    }

    func begin(_ gateway: CurlGateway, _ inFlight: Int) {
        for _ in 0..<min(inFlight, count) { next(gateway) }
    }

    /// Waits for the last one.
    func finish() throws {
        done.wait()
        guard bytes == count * 1_024 else { throw Failure("the gateway lost bytes") }
    }

    private func next(_ gateway: CurlGateway) {
        guard started < count else { return }
        started += 1
        gateway.push(GET(), to: url).observe(
            { [self] event in if case .reply(let reply) = event { bytes += reply.output.count } },
            ended: { [self] _ in
                ended += 1
                if ended == count { done.signal() } else { next(gateway) }
            })
    }
}
