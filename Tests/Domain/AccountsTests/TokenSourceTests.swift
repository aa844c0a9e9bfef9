import DurableFiles
import HTTPGateway
import HTTPGatewayTestKit
import KeyedStore
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Accounts

/// Requests of two hosts over one source, whose tokens live on virtual time.
@Suite struct TokenSourceTests {
    private let scheduler = VirtualScheduler()

    /// The services of one process for one account.
    private final class Process {
        let server: ScriptedServer
        let place: ScriptedPlace
        let gateway: GatewayStub
        let source: TokenSource
        let hosts: [HTTPHost]

        init(
            _ server: ScriptedServer, _ place: ScriptedPlace,
            lockedIn folder: DurableFolder? = nil, clockError: Int64 = 0
        ) throws {
            self.server = server
            self.place = place
            let gateway = server.gateway()
            let client = try OAuthClient(
                provider: .test(rotates: server.rotates), appKey: "key", gateway: gateway)
            let scheduler = server.scheduler
            let source = TokenSource(
                issuer: AccountTokenIssuer(
                    store: place.store, lockedIn: folder, client: client,
                    wallClock: {
                        1_000_000 + scheduler.now.nanoseconds / 1_000_000_000 + clockError
                    }), home: gateway.home)
            hosts = try ["https://api.example.org", "https://content.example.org"].map {
                HTTPHost(at: try HTTPURL($0), through: gateway, credentials: source)
            }
            self.gateway = gateway
            self.source = source
        }

        /// Sends requests to both hosts in turns.
        func requests(_ count: Int) -> [Events<[UInt8], HTTPError>] {
            (0..<count).map { Events(hosts[$0 % 2].output(of: GET("x"))) }
        }

        /// The number of requests to the hosts.
        var calls: Int { gateway.calls.count { $0.url.path == "/x" } }
    }

    /// A process whose account is signed in with a token that the server has issued.
    private func process(
        rotates: Bool = false, lifetime: Int64 = 14_400, folder: DurableFolder? = nil
    ) throws -> Process {
        let server = ScriptedServer(scheduler)
        server.rotates = rotates
        server.lifetime = lifetime
        let place = ScriptedPlace()
        place.credential = .test(
            server.issue(), refresh: server.refreshToken, expires: 1_000_000 + lifetime,
            lifetime: lifetime)
        return try Process(server, place, lockedIn: folder)
    }

    @Test func theStoredTokenIsUsedWithoutARenewal() throws {
        try scheduler.enter {
            let process = try process()
            let requests = process.requests(32)
            scheduler.run()
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 0 && process.calls == 32)
        }
    }

    @Test func anExpiredTokenIsRenewedOnceForAllRequestsOfAllHosts() throws {
        try scheduler.enter {
            let process = try process()
            process.server.tokenDelay = .seconds(3)
            process.server.expireTokens()
            let requests = process.requests(32)
            scheduler.run()
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 1)
            let stored = process.place.credential
            #expect(stored?.accessToken.secret == Secret("canary-access-2"))
            #expect(stored?.refreshToken == Secret("canary-refresh-0"))
            #expect(stored?.accessToken.expires == Int64(1_000_000 + 3 + 14_400))
        }
    }

    @Test func aTokenIsRenewedFiveMinutesBeforeItsEnd() throws {
        try scheduler.enter {
            let process = try process()
            let first = process.requests(1)
            scheduler.advance(by: .seconds(14_099))
            let early = process.requests(2)
            scheduler.runUntilIdle()
            #expect(early.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 0)
            scheduler.advance(by: .seconds(1))
            let late = process.requests(2)
            scheduler.run()
            #expect(late.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 1)
            // No request was refused.
            #expect(process.calls == 5 && first[0].completion == .completed)
        }
    }

    @Test func aSecondRefusalEndsTheRequest() throws {
        try scheduler.enter {
            let process = try process()
            process.server.refusesAll = true
            let requests = process.requests(8)
            scheduler.run()
            #expect(requests.allSatisfy { $0.error?.code == .unauthorized })
            #expect(process.server.renewals == 1 && process.calls == 16)
        }
    }

    @Test func aRefusedRenewalEndsAllRequestsAtOnceAndNamesTheCommand() throws {
        try scheduler.enter {
            let process = try process()
            process.server.expireTokens()
            process.server.endGrant()
            let requests = process.requests(8)
            scheduler.run()
            let again = process.requests(1)
            scheduler.run()
            for request in requests + again {
                let error = try #require(request.error)
                #expect(error.code == .credentialUnavailable)
                let cause = try #require(error.cause as? FeedError)
                #expect(cause.code == .credentialUnavailable)
                #expect(cause.message.contains("`photopark login work`"))
                var text = "\(error)"
                dump(error, to: &text)
                #expect(!text.contains("canary"))
            }
            #expect(process.server.renewals == 1)
            #expect(scheduler.now == SchedulerInstant(nanoseconds: 0))
        }
    }

    @Test func withoutACredentialTheCommandIsNamed() throws {
        try scheduler.enter {
            let process = try process()
            process.place.credential = nil
            let requests = process.requests(1)
            scheduler.run()
            let cause = requests[0].error?.cause as? FeedError
            #expect(cause?.message.contains("`photopark login work`") == true)
            #expect(process.gateway.calls.isEmpty)
        }
    }

    /// An issuer that drops its observers.
    private final class DisappearingIssuer: TokenIssuer {
        func token(inPlaceOf refused: Secret<String>?) -> Signal<IssuedToken, AccountError> {
            Signal { _ in }
        }
    }

    @Test func anIssuerThatDropsItsObserverEndsAllRequests() {
        scheduler.enter {
            let source = TokenSource(issuer: DisappearingIssuer(), home: .here)
            let requests = (0..<2).map { _ in Events(source.refresh(nil)) }
            #expect(requests.allSatisfy { $0.error?.code == .credentialUnavailable })
        }
    }

    @Test func aNewRefreshTokenIsStoredBeforeItsTokenIsUsed() throws {
        try scheduler.enter {
            let process = try process(rotates: true)
            process.server.expireTokens()
            let requests = process.requests(4)
            scheduler.run()
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.place.credential?.refreshToken == Secret("canary-refresh-1"))
            process.server.expireTokens()
            process.place.refusesChanges = true
            let failing = process.requests(4)
            scheduler.run()
            #expect(failing.allSatisfy { $0.error?.code == .credentialUnavailable })
            #expect(process.server.renewals == 2)
            // The new access token was not sent.
            let last = process.gateway.calls.last { $0.url.path == "/x" }
            #expect(last?.headers["authorization"] == "Bearer canary-access-2")
        }
    }

    @Test func aStoreThatCannotBeWrittenCostsNothingWithoutANewRefreshToken() throws {
        try scheduler.enter {
            let process = try process()
            process.server.expireTokens()
            process.place.refusesChanges = true
            let requests = process.requests(4)
            scheduler.run()
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 1)
        }
    }

    @Test func anInterruptedNetworkBeforeTheEndIsNotNoticed() throws {
        try scheduler.enter {
            let process = try process()
            let first = process.requests(1)
            scheduler.advance(by: .seconds(14_200))
            #expect(first[0].completion == .completed)
            process.server.tokenAnswers = (0..<4).map { _ in StubResponse(500) }
            let requests = process.requests(4)
            scheduler.advance(by: .seconds(20))
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals == 0)
            scheduler.advance(by: .seconds(30))
            let later = process.requests(1)
            scheduler.run()
            #expect(later[0].completion == .completed && process.server.renewals == 1)
        }
    }

    @Test func anInterruptedNetworkAfterTheEndIsANetworkError() throws {
        try scheduler.enter {
            let process = try process()
            process.server.expireTokens()
            process.server.tokenAnswers = (0..<4).map { _ in StubResponse(500) }
            let requests = process.requests(2)
            scheduler.run()
            for request in requests {
                #expect((request.error?.cause as? FeedError)?.code == .network)
            }
            let later = process.requests(1)
            scheduler.run()
            #expect(later[0].completion == .completed)
        }
    }

    @Test(arguments: [-86_400, 86_400, -7, 10 * 31_536_000] as [Int64])
    func aWrongWallClockCostsAtMostOneRenewal(_ clockError: Int64) throws {
        try scheduler.enter {
            let first = try process()
            let process = try Process(first.server, first.place, clockError: clockError)
            for _ in 0..<10 {
                let requests = process.requests(4)
                scheduler.advance(by: .seconds(60))
                #expect(requests.allSatisfy { $0.completion == .completed })
            }
            #expect(process.server.renewals <= 1)
            // Another process with the right clock, and one after the tokens have ended.
            let right = try Process(first.server, first.place)
            let requests = right.requests(4)
            scheduler.runUntilIdle()
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(process.server.renewals <= 2)
        }
    }

    @Test func severalProcessesRequestOneToken() throws {
        let temporary = try TemporaryFolder()
        try scheduler.enter {
            let folder = try DurableFolder(path: temporary.path)
            let first = try process(rotates: true, folder: folder)
            first.server.tokenDelay = .seconds(3)
            first.server.expireTokens()
            let others = try (0..<7).map { _ in
                try Process(first.server, first.place, lockedIn: folder)
            }
            let requests = ([first] + others).flatMap { $0.requests(4) }
            scheduler.advance(by: .seconds(10))
            #expect(requests.allSatisfy { $0.completion == .completed })
            #expect(first.server.renewals == 1)
        }
    }

    @Test func aTokenThatAnotherProcessRenewedIsReadAgain() throws {
        try scheduler.enter {
            let first = try process()
            let second = try Process(first.server, first.place)
            let loading = [first, second].flatMap { $0.requests(1) }
            scheduler.runUntilIdle()
            #expect(loading.allSatisfy { $0.completion == .completed })
            first.server.expireTokens()
            for process in [first, second] {
                let requests = process.requests(4)
                scheduler.runUntilIdle()
                #expect(requests.allSatisfy { $0.completion == .completed })
            }
            #expect(first.server.renewals == 1)
        }
    }

    @Test func aLockThatIsNotReleasedEndsTheWait() throws {
        let temporary = try TemporaryFolder()
        try scheduler.enter {
            let folder = try DurableFolder(path: temporary.path)
            let process = try process(folder: folder)
            process.server.expireTokens()
            let lock = try FolderLock("renewal.lock", in: folder)
            let requests = process.requests(2)
            scheduler.advance(by: .seconds(100))
            #expect(requests.allSatisfy { $0.completion == nil })
            scheduler.advance(by: .seconds(60))
            #expect(requests.allSatisfy { $0.error?.code == .credentialUnavailable })
            withExtendedLifetime(lock) {}
        }
    }

    @Test func shortTokensAreRenewedAtHalfOfTheirLives() throws {
        try scheduler.enter {
            let process = try process(lifetime: 10)
            for _ in 0..<20 {
                let requests = process.requests(3)
                scheduler.advance(by: .seconds(1))
                #expect(requests.allSatisfy { $0.completion == .completed })
            }
            #expect(process.server.renewals == 3)
            #expect(process.calls == 60)
        }
    }

    @Test func aCommandIsAskedAgainForEachToken() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let runs = Guarded(0)
            let tokens = [server.issue(), server.issue()]
            server.expireTokens()
            let valid = server.issue()
            let issuer = CommandTokenIssuer(home: .here) { () async throws(AccountError) in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                switch run {
                case 1: return Secret(tokens[1])
                case 2: return Secret(valid)
                default: throw AccountError(.commandFailed, "the token command ended with code 1")
                }
            }
            let source = TokenSource(
                issuer: issuer, home: .here, first: IssuedToken(Secret(tokens[0])))
            let gateway = server.gateway()
            let host = HTTPHost(
                at: try HTTPURL("https://api.example.org"), through: gateway, credentials: source)
            func request() -> Events<[UInt8], HTTPError> {
                let events = Events(host.output(of: GET("x")))
                scheduler.run()
                return events
            }
            // The first answer of the command has ended too.
            #expect(request().error?.code == .unauthorized)
            #expect(request().completion == .completed)
            #expect(runs.withLock { $0 } == 2)
            server.expireTokens()
            for _ in 0..<2 {
                let error = request().error
                #expect((error?.cause as? FeedError)?.code == .credentialUnavailable)
                #expect(error?.reason == "the token command ended with code 1")
            }
            #expect(runs.withLock { $0 } == 3)
        }
    }

    @Test func aCommandThatPrintsTheRefusedTokenEndsTheRequests() throws {
        try scheduler.enter {
            let server = ScriptedServer(scheduler)
            let token = Secret(server.issue())
            server.expireTokens()
            let source = TokenSource(
                issuer: CommandTokenIssuer(home: .here) { () async throws(AccountError) in token },
                home: .here)
            let host = HTTPHost(
                at: try HTTPURL("https://api.example.org"), through: server.gateway(),
                credentials: source)
            let events = Events(host.output(of: GET("x")))
            scheduler.run()
            #expect(events.error?.reason.contains("has refused") == true)
            let again = Events(host.output(of: GET("x")))
            scheduler.run()
            #expect(again.error?.reason.contains("has refused") == true)
        }
    }
}
