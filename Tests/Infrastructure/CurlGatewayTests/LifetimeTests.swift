import CurlGateway
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Signals
import Testing

@Suite(.serialized) struct LifetimeTests {
    @Test func droppingTheGatewayEndsEverythingItStarted() async throws {
        let server = try RawServer { connection in connection.waitForEnd() }
        let url = try HTTPURL(server.url())
        let scheduler = WorkScheduler(name: "owner")
        let errors = await withCheckedContinuation { continuation in
            scheduler.schedule {
                var errors: [HTTPError.Code] = []
                var gateway: CurlGateway? = CurlGateway(options: .test)
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
        // The first storm makes the process start what it keeps: the threads of the language's own pool.
        var kept: Census?
        for count in [min(count, 400), count] {
            let live = LiveGateway(limits: .init(connections: connections, perOrigin: connections))
            let ends = await storm(live, url, count: count, inFlight: 200, cancelling: cancelling)
            #expect(ends.completed + ends.cancelled == count && ends.doubled == 0)
            #expect((ends.cancelled > 0) == cancelling)
            live.gateway.schedule { $0.invalidate(.cancelling) }
            live.scheduler.shutDown()
            server.stop(listening: true)
            let now = await Census.settled()
            if let kept {
                #expect(now.descriptors == kept.descriptors)
                #expect(now.threads <= kept.threads)
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

    /// Keeps `inFlight` requests under way until `count` have ended, each once, by itself or by disposal.
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

/// Requests in great number, some cancelled when chance will; on the gateway's scheduler.
final class Storm: @unchecked Sendable {  // used on the gateway's scheduler only
    /// A tenth of the full storm, unless the environment asks for all of it.
    static let scale = ProcessInfo.processInfo.environment["PHOTOPARK_FULL_STORM"] == nil ? 10 : 1
    static let requests = 10_000 / scale
    static let cancels = 100_000 / scale

    private let gateway: CurlGateway
    private let url: HTTPURL
    private let scheduler: any Scheduler
    private let count: Int
    private let isCancelling: Bool
    private let done: (Int, Int, Int) -> Void
    private var started = 0
    private var completed = 0
    private var cancelled = 0
    private var doubled = 0

    init(
        _ gateway: CurlGateway, _ url: HTTPURL, _ scheduler: any Scheduler, _ count: Int,
        _ isCancelling: Bool,
        _ done: @escaping (Int, Int, Int) -> Void
    ) {
        self.gateway = gateway
        self.url = url
        self.scheduler = scheduler
        self.count = count
        self.isCancelling = isCancelling
        self.done = done
    }

    func begin(_ inFlight: Int) {
        for _ in 0..<min(inFlight, count) { next() }
    }

    private func next() {
        guard started < count else { return }
        started += 1
        var isOver = false
        let query = started % 7 == 0 ? [HTTPQueryItem("big", nil)] : []
        let target = isCancelling && started % 50 == 0 ? Self.name(started) ?? url : url
        let over: (Bool) -> Void = { [self] isCancelled in
            if isOver { doubled += 1 }
            isOver = true
            if isCancelled { cancelled += 1 } else { completed += 1 }
            if completed + cancelled == count { done(completed, cancelled, doubled) }
            next()
        }
        let subscription = gateway.push(StreamedGET(query: query), to: target).observe(
            { _ in }, ended: { _ in over(false) })
        guard isCancelling, started % 3 != 0 else { return }
        let wish = Wish {
            guard !isOver else { return }
            subscription.dispose()
            over(true)
        }
        scheduler.schedule(after: .microseconds(Int.random(in: 0...5_000))) { wish.carryOut() }
    }

    /// A host of its own, whose name has to be looked up, and which has no address.
    private static func name(_ number: Int) -> HTTPURL? {
        try? HTTPURL("http://storm-\(number).invalid/")
    }

    private struct Wish: @unchecked Sendable {  // carried out on the gateway's scheduler
        let carryOut: () -> Void
        init(_ carryOut: @escaping () -> Void) { self.carryOut = carryOut }
    }
}

/// What the process holds: descriptors and threads.
struct Census: Equatable {
    var descriptors: Int
    var threads: Int

    static func now() -> Census {
        func count(_ path: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
        }
        return Census(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
    }

    /// What the process holds when it has held the same for two seconds: threads and connections end in their own time.
    static func settled() async -> Census {
        let clock = WorkScheduler(name: "census")
        defer { clock.shutDown() }
        var (last, same) = (now(), 0)
        for _ in 0..<150 where same < 10 {
            await withCheckedContinuation { continuation in
                clock.schedule(after: .milliseconds(200)) { continuation.resume() }
            }
            let now = now()
            same = now == last ? same + 1 : 0
            last = now
        }
        last.threads -= 1  // the clock's own
        return last
    }
}
