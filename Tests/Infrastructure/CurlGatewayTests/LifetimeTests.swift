import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Signals
import Testing

@testable import CurlGateway

@Suite(.serialized) struct LifetimeTests {
    @Test func droppingTheGatewayEndsEverythingItStarted() async throws {
        let server = try RawServer { connection in connection.waitForEnd() }
        let url = try HTTPURL(server.url())
        let scheduler = WorkScheduler(name: "owner")
        let errors = await withCheckedContinuation { continuation in
            scheduler.schedule { home in
                var errors: [HTTPError.Code] = []
                var gateway: CurlGateway? = CurlGateway(home: home, options: .test)
                for _ in 0..<20 {
                    gateway?.push(GET(), to: url).observe(
                        { _ in },
                        ended: { completion in
                            if case .failed(let error) = completion { errors.append(error.code) }
                        })
                }
                gateway = nil
                continuation.resume(returning: errors)
            }
        }
        #expect(errors == [HTTPError.Code](repeating: .invalidated, count: 20))
        scheduler.shutDown()
    }

    #if os(Linux)
        @Test func theThreadOfAGatewayHasAName() async throws {
            let server = try RawServer.answering { _ in .text("ok") }
            let live = LiveGateway()
            #expect(await live.run(GET(), server.url()).error == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                .compactMap {
                    try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                }
            #expect(names.contains("gateway.io\n"))
            live.scheduler.shutDown()
        }
    #endif

    @Test func invalidationWaitsOrForces() async throws {
        let server = try RawServer.answering { _ in StubResponse(delay: .milliseconds(100)) }
        let url = try HTTPURL(server.url())
        for mode in [CurlGateway.Invalidation.finishing, .cancelling] {
            let live = LiveGateway()
            let codes = await withCheckedContinuation { continuation in
                live.gateway.schedule { gateway in
                    var codes: [HTTPError.Code?] = []
                    func push() {
                        gateway.push(HEAD(), to: url).observe(
                            { _ in },
                            ended: {
                                if case .failed(let error) = $0 {
                                    codes.append(error.code)
                                } else {
                                    codes.append(nil)
                                }
                            })
                    }
                    push()
                    gateway.invalidate(mode) { continuation.resume(returning: codes) }
                    push()
                }
            }
            #expect(codes == (mode == .finishing ? [.invalidated, nil] : [.invalidated]))
        }
    }

    @Test func theHandlerOfAnEndMayEndTheGateway() async throws {
        let server = try RawServer.answering { _ in StubResponse(delay: .seconds(30)) }
        let url = try HTTPURL(server.url())
        for _ in 0..<20 {
            let live = LiveGateway()
            let ends = await withCheckedContinuation { continuation in
                live.gateway.schedule { gateway in
                    var ends = 0
                    let quit = Subject<Void, Never>()
                    gateway.push(GET(), to: url).take(until: quit.signal).observe(
                        { _ in },
                        ended: { _ in
                            ends += 1
                            gateway.invalidate(.cancelling) { continuation.resume(returning: ends) }
                        })
                    quit.send(())
                }
            }
            #expect(ends == 1)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func anInvalidatedGatewayClosesItsConnections() async throws {
        let (closed, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            while connection.request() != nil {
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
            continuation.yield()
        }
        let live = LiveGateway()
        #expect(await live.run(GET(), server.url()).error == nil)
        live.gateway.schedule { $0.invalidate(.finishing) }
        for await _ in closed { break }
        withExtendedLifetime(live) {}
    }

    /// Each in a process of its own, in which no other test opens a file or starts a thread.
    @Test func tenThousandRequestsLeaveNothingBehind() async throws {
        await #expect(processExitsWith: .success) {
            try await LifetimeTests().leavesNothingBehind(
                Storm.requests, connections: 64, cancelling: false)
        }
    }

    @Test func cancelsAtRandomMomentsLeaveNothingBehind() async throws {
        await #expect(processExitsWith: .success) {
            try await LifetimeTests().leavesNothingBehind(
                Storm.cancels, connections: 32, cancelling: true)
        }
    }

    private func leavesNothingBehind(
        _ count: Int, connections: Int, cancelling: Bool
    ) async throws {
        let server = try RawServer.answering { call in
            StubResponse(body: [UInt8](repeating: 1, count: call.url.query == "big" ? 200_000 : 10))
        }
        let url = try HTTPURL(server.url())
        // The first storm makes the process start what it keeps: the threads of the language's own
        // pool.
        var kept: ResourceUsage?
        for count in [min(count, 400), count] {
            let live = LiveGateway(limits: .init(connections: connections, perOrigin: connections))
            let latency = await LoopLatency(of: live)
            let ends = await storm(live, url, count: count, inFlight: 200, cancelling: cancelling)
            #expect(ends.completed + ends.cancelled == count && ends.doubled == 0)
            #expect((ends.cancelled > 0) == cancelling)
            let histogram = latency.stop()
            print("the I/O thread took a command: \(histogram)")
            // The first storm may end after a few commands.
            #expect(histogram.count > (kept == nil ? 0 : 20), "\(histogram)")
            // A thread that waits for a name's lookup or for a disk to answer takes longer.
            #expect(histogram.longest < .seconds(2), "\(histogram)")
            live.gateway.schedule { $0.invalidate(.cancelling) }
            live.scheduler.shutDown()
            server.stop(listening: true)
            let now = await ResourceUsage.settled(at: kept)
            if let kept {
                #expect(now.descriptors == kept.descriptors, "\(now) instead of \(kept)")
                #expect(now.threads <= kept.threads, "\(now) instead of \(kept)")
            }
            kept = now
        }
        server.stop(listening: false)
    }

    private struct Ends: Sendable {
        var completed = 0
        var cancelled = 0
        var doubled = 0
    }

    /// Keeps `inFlight` requests under way until `count` have ended, each once, by itself or by
    /// disposal.
    private func storm(
        _ live: LiveGateway, _ url: HTTPURL, count: Int, inFlight: Int, cancelling: Bool
    ) async -> Ends {
        await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                Storm(gateway, url, live.scheduler, count, cancelling) {
                    completed, cancelled, doubled in
                    continuation.resume(
                        returning: Ends(
                            completed: completed, cancelled: cancelled, doubled: doubled))
                }.begin(inFlight)
            }
        }
    }
}
