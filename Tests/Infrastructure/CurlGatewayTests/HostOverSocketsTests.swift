import CurlGateway
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import Signals
import SocketTestKit
import Testing

/// A host's pace, retries and credentials over real connections.
@Suite struct HostOverSocketsTests {
    private let live = LiveGateway()

    private struct Ends: Sendable {
        var succeeded = 0
        var codes: [HTTPError.Code] = []
    }

    /// Sends `count` requests at once through one host, and waits for all of them.
    private func send(
        _ count: Int, to server: RawServer, _ options: HTTPOptions = HTTPOptions(),
        refreshing refreshes: Counter? = nil
    ) async throws -> Ends {
        let url = try HTTPURL(server.url())
        return await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                let host = HTTPHost(
                    at: url, through: gateway, options: options,
                    credentials: refreshes.map(RefreshingSource.init))
                var ends = Ends()
                for _ in 0..<count {
                    host.output(of: GET()).observe(
                        { _ in },
                        ended: { completion in
                            switch completion {
                            case .completed: ends.succeeded += 1
                            case .failed(let error): ends.codes.append(error.code)
                            }
                            guard ends.succeeded + ends.codes.count == count else { return }
                            withExtendedLifetime(host) { continuation.resume(returning: ends) }
                        })
                }
            }
        }
    }

    private final class Counter: Sendable {
        private let value = Guarded(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    private final class RefreshingSource: CredentialSource {
        private let refreshes: Counter
        init(_ refreshes: Counter) { self.refreshes = refreshes }

        var current: Credential? { .bearer("old") }

        func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
            refreshes.add()
            return .just(.bearer("new"))
        }
    }

    @Test func manyExpiredCredentialsAreRefreshedOnce() async throws {
        let server = try RawServer.answering { call in
            call.headers["authorization"] == "Bearer new" ? .text("ok") : StubResponse(401)
        }
        let refreshes = Counter()
        let ends = try await send(32, to: server, refreshing: refreshes)
        #expect(ends.succeeded == 32 && ends.codes.isEmpty)
        #expect(refreshes.count == 1)
    }

    @Test func aRefreshedCredentialThatIsRefusedEndsAll() async throws {
        let server = try RawServer.answering { _ in StubResponse(401) }
        let refreshes = Counter()
        let ends = try await send(32, to: server, refreshing: refreshes)
        #expect(ends.codes == [HTTPError.Code](repeating: .unauthorized, count: 32))
        #expect(refreshes.count <= 2)
    }

    /// All wait together, and then one goes first.
    @Test func aStormOfRateLimitsIsWaitedOut() async throws {
        let arrivals = Guarded([ContinuousClock.Instant]())
        let server = try RawServer.answering { _ in
            let now = ContinuousClock.now
            let begun = arrivals.withLock { arrivals in
                arrivals.append(now)
                return arrivals[0]
            }
            return now - begun < .milliseconds(900)
                ? StubResponse(429, headers: ["Retry-After": "1"])
                : StubResponse(delay: .milliseconds(50))
        }
        let ends = try await send(20, to: server, HTTPOptions { $0.retry = HTTPRetryPolicy() })
        #expect(ends.succeeded == 20)
        let later = arrivals.withLock { all in
            all.map { $0 - all[0] }.filter { $0 >= .milliseconds(900) }
        }
        #expect(later.count >= 20 && (later.first ?? .zero) >= .seconds(1))
        #expect(later[1] - later[0] >= .milliseconds(40), "the others did not wait for the first")
    }

    @Test(arguments: ["0", "-1", "soon", "Sun, 06 Nov 1994 08:49:37 GMT", nil])
    func aRateLimitWithoutAUsableWaitIsNotHammered(_ after: String?) async throws {
        let arrivals = Counter()
        let server = try RawServer.answering { _ in
            arrivals.add()
            return StubResponse(429, headers: after.map { ["Retry-After": $0] } ?? [:])
        }
        let retry = HTTPRetryPolicy(firstDelay: .milliseconds(200), rateLimitBudget: .seconds(2))
        let ends = try await send(1, to: server, HTTPOptions { $0.retry = retry })
        #expect(ends.codes == [.rateLimited])
        #expect((2...8).contains(arrivals.count))
    }

    @Test func aWaitBeyondTheBudgetEndsAtOnce() async throws {
        let arrivals = Counter()
        let server = try RawServer.answering { _ in
            arrivals.add()
            return StubResponse(429, headers: ["Retry-After": "1000000000000"])
        }
        let start = ContinuousClock.now
        #expect(try await send(1, to: server).codes == [.rateLimited])
        #expect(arrivals.count == 1, "the request was sent again")
        // The budget is ten minutes; a busy machine needs some of this time.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func aSilentServerGetsOneAttempt() async throws {
        let server = try RawServer { connection in connection.waitForEnd() }
        let options = HTTPOptions { $0.firstByteTimeout = .seconds(1) }
        #expect(try await send(1, to: server, options).codes == [.stalled])
        #expect(server.connectionCount == 1)
    }
}
