import AsyncHTTPClient
import CCurlPeer
import CurlGateway
import Foundation
import FoundationNetworking
import HTTPGateway
import NIOCore
import Scheduling
import Signals
import Synchronization

/// Small GETs, with several in flight.
enum GatewayGets {
    /// The size of each response's body, in bytes.
    static let size = 1_024

    static func run(_ harness: inout Harness, _ nginx: Nginx) async throws {
        let address = nginx.url + "/1k"
        let url = try HTTPURL(address)
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        let gateway = SchedulerBound(on: scheduler) {
            CurlGateway(home: $0, limits: .init(connections: 64, perOrigin: 64))
        }
        for inFlight in [1, 8, 64] {
            let libcurl = try GatewayChild.libcurl(inFlight, address)
            try await harness.compare(
                "get-1KiB-\(inFlight)-in-flight", .rate(of: "requests"),
                operations: inFlight == 1 ? 2_000 : 8_000, rounds: 9,
                ours: Contender("CurlGateway") { count in
                    try GatewayLoad.run(count, inFlight, url, through: gateway)
                },
                peers: .elsewhere("libcurl multi in C") { count in
                    try libcurl.say("\(count)")
                    guard try libcurl.line() == "done" else { throw Failure("libcurl failed") }
                },
                asyncHTTPClient(address, inFlight), urlSession(address, inFlight))
        }
        scheduler.shutDown()
    }

    /// Performs `count` GETs with libcurl alone.
    static func multi(_ count: Int, _ inFlight: Int, _ address: String) throws {
        guard ccp_get(address, Int64(count), Int32(inFlight)) == Int64(count * size) else {
            throw Failure("libcurl failed")
        }
    }

    private static func asyncHTTPClient(_ address: String, _ inFlight: Int) -> Contender {
        Contender(
            "AsyncHTTPClient",
            asynchronous: { count in
                try await together(count, inFlight) {
                    let response = try await HTTPClient.shared.execute(
                        HTTPClientRequest(url: address), deadline: .distantFuture)
                    return try await response.body.collect(upTo: 2 * size).readableBytes
                }
            })
    }

    private static func urlSession(_ address: String, _ inFlight: Int) -> Contender {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = inFlight
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        return Contender(
            "URLSession",
            asynchronous: { count in
                guard let url = URL(string: address) else {
                    throw Failure("invalid address \(address)")
                }
                try await together(count, inFlight) { try await session.data(from: url).0.count }
            })
    }

    /// Gets `count` bodies with `inFlight` tasks.
    private static func together(
        _ count: Int, _ inFlight: Int, _ get: @escaping @Sendable () async throws -> Int
    ) async throws {
        let left = Countdown(count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    while left.next() {
                        guard try await get() == size else {
                            throw Failure("the body is too short")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// A counter of the remaining operations, shared by several workers.
final class Countdown: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    /// Takes one operation; returns whether there was one left.
    func next() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}
