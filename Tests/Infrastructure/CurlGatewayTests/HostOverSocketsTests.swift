import CurlGateway
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Signals
import Testing

/// A host's pace, retries and credentials over real connections.
@Suite struct HostOverSocketsTests {
    private let live = LiveGateway()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A GET into memory, one into a file, a POST that may not be repeated, and one with a form.
    enum Kind: CaseIterable, Sendable { case get, download, post, tokenRequest }

    private struct Ends: Sendable {
        var succeeded = 0
        var codes: [HTTPError.Code] = []
    }

    /// Pushes a request of `kind`, whose file is `path` if it is a download.
    private static func push(
        _ kind: Kind, into path: String, through host: HTTPHost
    ) -> Signal<Void, HTTPError> {
        let form = [
            HTTPQueryItem("grant_type", "refresh_token"), HTTPQueryItem("refresh_token", "a b"),
        ]
        return switch kind {
        case .get: host.output(of: GET()).map { _ in () }
        case .download:
            host.output(of: Download(to: HTTPFileTarget(path: path))).map { _ in () }
        case .post: host.output(of: POST(body: .text("body"))).map { _ in () }
        case .tokenRequest: host.output(of: POST(body: .form(form))).map { _ in () }
        }
    }

    /// Sends `count` requests at once through one host, and waits for all of them.
    private func send(
        _ count: Int, _ kind: Kind = .get, to server: RawServer,
        _ options: HTTPOptions = HTTPOptions(), refreshing refreshes: Counter? = nil
    ) async throws -> Ends {
        let url = try HTTPURL(server.url())
        let path = folder.file("download")
        return await withCheckedContinuation { continuation in
            live.gateway.schedule { gateway in
                let host = HTTPHost(
                    at: url, through: gateway, options: options,
                    credentials: refreshes.map(RefreshingSource.init))
                var ends = Ends()
                for number in 0..<count {
                    Self.push(kind, into: "\(path)-\(number)", through: host).observe(
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

    @Test(arguments: Kind.allCases)
    func manyExpiredCredentialsAreRefreshedOnce(_ kind: Kind) async throws {
        let server = try RawServer.answering { call in
            call.headers["authorization"] == "Bearer new" ? .text("ok") : StubResponse(401)
        }
        let refreshes = Counter()
        let ends = try await send(32, kind, to: server, refreshing: refreshes)
        #expect(ends.succeeded == 32 && ends.codes.isEmpty)
        #expect(refreshes.count == 1)
        #expect(folder.names.count == (kind == .download ? 32 : 0))
    }

    @Test func aRefreshedCredentialThatIsRefusedEndsAll() async throws {
        let server = try RawServer.answering { _ in StubResponse(401) }
        let refreshes = Counter()
        let ends = try await send(32, to: server, refreshing: refreshes)
        #expect(ends.codes == [HTTPError.Code](repeating: .unauthorized, count: 32))
        #expect(refreshes.count <= 2)
    }

    /// All wait together, and then one goes first.
    ///
    /// The server refuses each request that arrives within 900 ms of its last refusal, so a busy
    /// machine may spread the first twenty.
    @Test(arguments: Kind.allCases)
    func aStormOfRateLimitsIsWaitedOut(_ kind: Kind) async throws {
        let arrivals = Guarded(RateLimitStorm())
        let server = try RawServer.answering { _ in
            arrivals.withLock { $0.refuses(at: .now) }
                ? StubResponse(429, headers: ["Retry-After": "1"])
                : StubResponse(delay: .milliseconds(50))
        }
        let options = HTTPOptions { $0.retry = HTTPRetryPolicy() }
        let ends = try await send(20, kind, to: server, options)
        #expect(ends.succeeded == 20)
        let storm = arrivals.withLock { $0 }
        let lastRefusal = try #require(storm.lastRefusal)
        try #require(storm.accepted.count >= 20)
        #expect(storm.accepted[0] - lastRefusal >= .seconds(1))
        #expect(
            storm.accepted[1] - storm.accepted[0] >= .milliseconds(40),
            "the others did not wait for the first")
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

/// The arrivals at a server that refuses requests until none has come for 900 ms.
private struct RateLimitStorm {
    private(set) var lastRefusal: ContinuousClock.Instant?
    private(set) var accepted: [ContinuousClock.Instant] = []

    mutating func refuses(at now: ContinuousClock.Instant) -> Bool {
        if accepted.isEmpty, lastRefusal.map({ now - $0 < .milliseconds(900) }) ?? true {
            lastRefusal = now
            return true
        }
        accepted.append(now)
        return false
    }
}
