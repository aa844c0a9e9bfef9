import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite struct HostTests {
    private let scheduler = VirtualScheduler()

    @Test func anExpiredCredentialIsRefreshedOnceForAll() {
        scheduler.enter {
            let tokens = Tokens(first: "old")
            let host = HostStub(home: .here, credentials: tokens) { call in
                call.headers["Authorization"] == "Bearer new1"
                    ? .text("ok") : StubResponse(401, delay: .seconds(1))
            }
            var outputs = 0
            for _ in 0..<32 {
                host.output(of: GET("a")).observe({ _ in outputs += 1 }, ended: { _ in })
            }
            scheduler.run()
            #expect(outputs == 32)
            #expect(tokens.refreshCount == 1)
            #expect(host.calls.count == 64)
        }
    }

    @Test func aCredentialThatIsRefusedTwiceIsNotRefreshedAgain() {
        scheduler.enter {
            let tokens = Tokens(first: "old")
            let host = HostStub(home: .here, credentials: tokens) { _ in StubResponse(401) }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .unauthorized)
            #expect(tokens.refreshCount == 1)
            #expect(host.calls.count == 2)
        }
    }

    @Test func aRefreshThatFailsEndsAllWhoWaitForIt() {
        scheduler.enter {
            let tokens = Tokens(first: "old", isBroken: true)
            let host = HostStub(home: .here, credentials: tokens) { _ in StubResponse(401) }
            let probes = (0..<3).map { _ in Probe(host.output(of: GET())) }
            scheduler.run()
            #expect(probes.allSatisfy { $0.error?.code == .credentialUnavailable && $0.ends == 1 })
        }
    }

    @Test func aSourceThatDropsItsObserverEndsAllWhoWaitForIt() {
        scheduler.enter {
            let source = Disappearing()
            let host = HostStub(home: .here, credentials: source) { _ in .text("ok") }
            let probes = (0..<3).map { _ in Probe(host.output(of: GET())) }
            #expect(probes.allSatisfy { $0.ends == 0 })
            source.observer = nil
            #expect(probes.allSatisfy { $0.error?.code == .credentialUnavailable && $0.ends == 1 })
            let later = Probe(host.output(of: GET()))
            source.observer?.send(.bearer("new"))
            scheduler.run()
            #expect(later.outputs == 1)
        }
    }

    @Test func theErrorOfASourceThatHasNoCredentialIsPassedOn() {
        scheduler.enter {
            let host = HostStub(home: .here, credentials: Absent()) { _ in .text("") }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .credentialUnavailable)
            #expect(probe.error?.reason == "sign in" && host.calls.isEmpty)
        }
    }

    @Test func aRequestThatWaitsIsSentWithTheCredentialOfThatMoment() {
        scheduler.enter {
            let tokens = Tokens(first: "old")
            let pacer = HostPacer(home: .here, .init(concurrency: 1))
            let host = HostStub(home: .here, credentials: tokens, pacer: pacer) { call in
                call.headers["Authorization"] == "Bearer old"
                    ? StubResponse(401, delay: .seconds(1)) : .text("ok")
            }
            let probes = (0..<4).map { _ in Probe(host.output(of: GET("a"))) }
            scheduler.run()
            #expect(probes.allSatisfy { $0.outputs == 1 })
            #expect(tokens.refreshCount == 1)
            // The second request is admitted before the refresh begins.
            let old = host.calls.count { $0.headers["Authorization"] == "Bearer old" }
            #expect(old == 2 && host.calls.count == 6)
        }
    }

    @Test func aCredentialThatItsSourceReplacesIsNotSentAgain() {
        scheduler.enter {
            let tokens = Tokens(first: "old")
            let host = HostStub(home: .here, credentials: tokens) { call in
                call.headers["Authorization"] == "Bearer old" ? StubResponse(401) : .text("ok")
            }
            func authorization() -> String? {
                let probe = Probe(host.output(of: GET()))
                scheduler.run()
                return probe.outputs == 1 ? host.calls.last?.headers["Authorization"] : nil
            }
            #expect(authorization() == "Bearer new1")
            #expect(authorization() == "Bearer new1")
            tokens.current = .bearer("another")
            #expect(authorization() == "Bearer another")
            tokens.current = nil
            #expect(authorization() == "Bearer new2")
        }
    }

    @Test func retryAfterHoldsEverybodyBack() {
        scheduler.enter {
            var refusals = 1
            var times: [Int64] = []
            let scheduler = scheduler
            let host = HostStub(home: .here) { _ in
                times.append(scheduler.now.nanoseconds / 1_000_000_000)
                refusals -= 1
                return refusals >= 0
                    ? StubResponse(429, headers: ["Retry-After": "30"]) : .text("ok")
            }
            var pauses: [HostPause?] = []
            let watching = host.pauses.observe { pauses.append($0) }
            let first = Probe(host.output(of: POST()))
            scheduler.advance(by: .seconds(1))
            let others = (0..<5).map { _ in Probe(host.output(of: GET())) }
            scheduler.run()
            #expect(first.outputs == 1 && others.allSatisfy { $0.outputs == 1 })
            #expect(times == [0, 30, 30, 30, 30, 30, 30])
            #expect(pauses.map { $0?.reason } == [nil, .rateLimited, nil])
            #expect(pauses[1]?.cause?.code == .rateLimited)
            #expect(pauses[1]?.until == SchedulerInstant(nanoseconds: 30_000_000_000))
            watching.dispose()
        }
    }

    @Test func hostsThatShareAPacerWaitTogether() {
        scheduler.enter {
            let pacer = HostPacer(home: .here)
            let scheduler = scheduler
            var isRefusing = true
            var answered: [Int64] = []
            let api = HostStub(home: .here, pacer: pacer) { _ in
                defer { isRefusing = false }
                return isRefusing ? StubResponse(429, headers: ["Retry-After": "30"]) : .text("ok")
            }
            let content = HostStub(home: .here, pacer: pacer) { _ in
                answered.append(scheduler.now.nanoseconds / 1_000_000_000)
                return .text("ok")
            }
            var pauses: [HostPause.Reason?] = []
            let watching = content.pauses.observe { pauses.append($0?.reason) }
            let refused = Probe(api.output(of: GET()))
            scheduler.advance(by: .seconds(1))
            let held = Probe(content.output(of: GET()))
            scheduler.run()
            #expect(refused.outputs == 1 && held.outputs == 1)
            #expect(answered == [30])
            #expect(pauses == [nil, .rateLimited, nil])
            watching.dispose()
        }
    }

    @Test func pausesAreCapped() {
        scheduler.enter {
            let host = HostStub(
                home: .here, pacer: HostPacer(home: .here, .init(longestPause: .seconds(300)))
            ) { _ in
                StubResponse(503, headers: ["Retry-After": "1000000000000"])
            }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .serverBusy && probe.error?.attempts == 4)
            #expect(scheduler.now == SchedulerInstant(nanoseconds: 4 * 300_000_000_000))
        }
    }

    @Test func afterAPauseOneGoesFirst() {
        scheduler.enter {
            var isRefusing = true
            let tally = Tally()
            let scheduler = scheduler
            let host = HostStub(home: .here) { _ in
                if isRefusing { return StubResponse(429, headers: ["Retry-After": "5"]) }
                tally.together += 1
                tally.most = max(tally.most, tally.together)
                scheduler.schedule(after: .milliseconds(100)) { tally.together -= 1 }
                return StubResponse(delay: .milliseconds(100))
            }
            let probes = (0..<20).map { _ in Probe(host.output(of: GET())) }
            scheduler.advance(by: .seconds(4))
            isRefusing = false
            scheduler.advance(by: .seconds(1))
            #expect(tally.most == 1)
            scheduler.run()
            #expect(probes.allSatisfy { $0.outputs == 1 })
            #expect(tally.most > 1)
        }
    }

    @Test func whatMayNotBeRepeatedIsNot() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in
                throw HTTPError(.connectionLost, "gone", phase: .awaiting)
            }
            let post = Probe(host.output(of: POST()))
            scheduler.run()
            #expect(host.calls.count == 1 && post.error?.attempts == 1)
            let get = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(host.calls.count == 5 && get.error?.attempts == 4)
        }
    }

    @Test func whatABusyServerMayHaveBegunIsNotRepeated() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in StubResponse(503, headers: ["Retry-After": "5"])
            }
            let post = Probe(host.output(of: POST()))
            scheduler.run()
            #expect(host.calls.count == 1 && post.error?.code == .serverBusy)
            let put = Probe(host.output(of: PUT(body: .text("x"))))
            scheduler.run()
            #expect(host.calls.count == 5 && put.error?.attempts == 4)
        }
    }

    @Test func whatAnotherTryCannotHelpIsNotTriedAgain() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in StubResponse(404) }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(host.calls.count == 1 && probe.error?.code == .notFound)
        }
    }

    @Test func backOffIsJitteredAndBounded() {
        scheduler.enter {
            let retry = HTTPRetryPolicy(
                attempts: 10, firstDelay: .seconds(1), longestDelay: .seconds(4))
            let host = HostStub(home: .here, options: HTTPOptions { $0.retry = retry }) { _ in
                StubResponse(500)
            }
            let probes = (0..<20).map { _ in Probe(host.output(of: GET())) }
            scheduler.run()
            #expect(probes.allSatisfy { $0.error?.attempts == 10 })
            // 1 + 2 + 7 × 4 seconds at the very most, and half of them at least.
            #expect(scheduler.now <= SchedulerInstant(nanoseconds: 31_000_000_000))
            #expect(scheduler.now >= SchedulerInstant(nanoseconds: 15_500_000_000))
        }
    }

    @Test func aBackOffIsShownAsAPause() {
        scheduler.enter {
            var failures = 2
            let retry = HTTPRetryPolicy(firstDelay: .seconds(2))
            let host = HostStub(home: .here, options: HTTPOptions { $0.retry = retry }) { _ in
                failures -= 1
                guard failures < 0 else { return StubResponse(500, delay: .milliseconds(10)) }
                return .text("ok")
            }
            var pauses: [HostPause?] = []
            let watching = host.pauses.observe { pauses.append($0) }
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.outputs == 1)
            #expect(
                pauses.map { $0?.reason } == [nil, .backingOff, nil, .backingOff, nil])
            #expect(pauses.compactMap { $0?.cause?.response?.status } == [500, 500])
            let durations = pauses.compactMap { $0?.duration }
            #expect((.seconds(1) ... .seconds(2)).contains(durations[0]))
            #expect((.seconds(2) ... .seconds(4)).contains(durations[1]))
            watching.dispose()
        }
    }

    @Test func ofManyBackOffsTheFirstToEndIsShown() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in
                throw HTTPError(.connectionLost, "gone", phase: .awaiting)
            }
            let probes = (0..<12).map { _ in Probe(host.output(of: GET())) }
            scheduler.runUntilIdle()
            var pauses: [HostPause?] = []
            let watching = host.pauses.observe { pauses.append($0) }
            let now = scheduler.now
            #expect(now.duration(to: pauses[0]?.until ?? now) >= .milliseconds(250))
            scheduler.advance(by: .milliseconds(500))
            #expect(host.calls.count == 24)
            scheduler.run()
            #expect(probes.allSatisfy { $0.error?.code == .connectionLost })
            #expect(pauses.allSatisfy { $0?.reason != .rateLimited } && pauses.last == .some(nil))
            watching.dispose()
        }
    }

    @Test func aBackOffIsNotShownWhileAnotherRequestIsUnderWay() {
        scheduler.enter {
            var isFailing = true
            let host = HostStub(home: .here) { call in
                if call.url.path.hasSuffix("slow") { return StubResponse(delay: .seconds(9)) }
                defer { isFailing = false }
                return isFailing ? StubResponse(500) : .text("ok")
            }
            var pauses: [HostPause?] = []
            let watching = host.pauses.observe { pauses.append($0) }
            let probes = ["slow", "failing"].map { Probe(host.output(of: GET($0))) }
            scheduler.run()
            #expect(probes.allSatisfy { $0.outputs == 1 })
            #expect(pauses == [nil])
            watching.dispose()
        }
    }

    @Test func aBackOffThatNobodyWaitsForIsNotShown() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in StubResponse(500) }
            var pauses: [HostPause.Reason?] = []
            let watching = host.pauses.observe { pauses.append($0?.reason) }
            let probe = Probe(host.output(of: GET()))
            scheduler.runUntilIdle()
            #expect(pauses == [nil, .backingOff])
            probe.subscription.dispose()
            #expect(pauses == [nil, .backingOff, nil])
            scheduler.run()
            #expect(host.calls.count == 1)
            watching.dispose()
        }
    }

    @Test func aRequestThatIsDisposedOfAtTheEndOfItsPauseReturnsItsPlace() {
        scheduler.enter {
            let host = HostStub(home: .here, pacer: HostPacer(home: .here, .init(concurrency: 1))) {
                call in
                call.url.path.hasSuffix("failing") ? StubResponse(500) : .text("ok")
            }
            let failing = Probe(host.output(of: GET("failing")))
            var wasPaused = false
            let watching = host.pauses.observe { pause in
                if wasPaused, pause == nil { failing.subscription.dispose() }
                wasPaused = pause != nil
            }
            scheduler.run()
            let next = Probe(host.output(of: GET("next")))
            scheduler.run()
            #expect(failing.ends == 0 && next.outputs == 1)
            watching.dispose()
        }
    }

    @Test func anAddressIsFetchedOnceForAll() throws {
        try scheduler.enter {
            let url = try HTTPURL("https://fetched.invalid/base")
            var fetches = 0
            let scheduler = scheduler
            let address = HostAddress(fetching: {
                fetches += 1
                return Signal { observer in
                    let answer = Answer(observer: observer)
                    scheduler.schedule(after: .seconds(1)) { answer.observer.send(url) }
                }
            })
            let gateway = GatewayStub(home: .here) { .text($0.url.string) }
            let host = HTTPHost(at: address, through: gateway)
            let probes = (0..<3).map { _ in Probe(host.output(of: GET("x"))) }
            scheduler.run()
            #expect(fetches == 1)
            #expect(probes.allSatisfy { $0.outputs == 1 })
            #expect(gateway.calls.allSatisfy { $0.url.string == "https://fetched.invalid/base/x" })
        }
    }

    @Test func anAddressThatDisappearsEndsAllWhoWaitForIt() throws {
        try scheduler.enter {
            let url = try HTTPURL("https://fetched.invalid/base")
            var observer: Observer<HTTPURL, HTTPError>?
            let address = HostAddress(fetching: { Signal { observer = $0 } })
            let host = HTTPHost(at: address, through: GatewayStub(home: .here) { _ in .text("ok") })
            let probes = (0..<3).map { _ in Probe(host.output(of: GET())) }
            #expect(probes.allSatisfy { $0.ends == 0 })
            observer = nil
            #expect(probes.allSatisfy { $0.error?.code == .unavailable && $0.ends == 1 })
            let later = Probe(host.output(of: GET()))
            observer?.send(url)
            scheduler.run()
            #expect(later.outputs == 1)
        }
    }

    @Test func levelsMergeCallOverRequestOverHostOverGateway() throws {
        try scheduler.enter {
            struct Asking: HTTPRequest {
                var query: [HTTPQueryItem] { [HTTPQueryItem("own", nil)] }
                var options: HTTPOptions { .level("request", ["host", "gateway"].count + 1) }
                func handle(_ response: HTTPResponse) -> String { response.text }
            }
            let gateway = GatewayStub(home: .here, options: .level("gateway", 1)) { _ in .text("") }
            let host = HTTPHost(
                at: try HTTPURL("http://h"), through: gateway, options: .level("host", 2))
            host.push(Asking(), options: .level("call", 4)).observe({ _ in }, ended: { _ in })
            scheduler.run()
            let call = try #require(gateway.calls.first)
            #expect(call.headers["Level"] == "call")
            #expect((1...4).map { call.headers["Only-\($0)"] != nil } == [true, true, true, true])
            #expect(call.url.query == "level=gateway&level=host&level=request&level=call&own")
        }
    }

    @Test func disposingStopsEverything() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in StubResponse(429, headers: ["Retry-After": "5"])
            }
            var ends = 0
            let subscription = host.output(of: GET()).observe({ _ in }, ended: { _ in ends += 1 })
            scheduler.advance(by: .seconds(1))
            subscription.dispose()
            scheduler.run()
            #expect(ends == 0 && host.calls.count == 1)
        }
    }

    private final class Tally: @unchecked Sendable {  // used on the test's one scheduler
        var together = 0
        var most = 0
    }

    private struct Answer: @unchecked Sendable {  // used on the test's one scheduler
        let observer: Observer<HTTPURL, HTTPError>
    }
}

extension HTTPOptions {
    fileprivate static func level(_ name: String, _ number: Int) -> HTTPOptions {
        HTTPOptions {
            $0.headers = ["Level": name, "Only-\(number)": "yes"]
            $0.query = [HTTPQueryItem("level", name)]
        }
    }
}

/// Notes what a signal sends.
final class Probe<Value> {
    private(set) var values: [Value] = []
    private(set) var error: HTTPError?
    private(set) var ends = 0
    private(set) var subscription = Disposable()

    init(_ signal: Signal<Value, HTTPError>) {
        subscription = signal.observe(
            { [unowned self] in values.append($0) },
            ended: { [unowned self] completion in
                ends += 1
                if case .failed(let error) = completion { self.error = error }
            })
    }

    var outputs: Int { values.count }
}

/// Credentials that count how often they are refreshed.
final class Tokens: CredentialSource {
    var current: Credential?
    private(set) var refreshCount = 0
    private let isBroken: Bool

    init(first: String, isBroken: Bool = false) {
        current = .bearer(first)
        self.isBroken = isBroken
    }

    func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal { [self] observer in
            refreshCount += 1
            if isBroken { return observer.fail(HTTPError(.forbidden, "no")) }
            observer.send(.bearer("new\(refreshCount)"))
            observer.complete()
        }
    }
}

/// A source whose only reference to its observer can be dropped.
private final class Disappearing: CredentialSource {
    var observer: Observer<Credential, HTTPError>?
    var current: Credential? { nil }

    func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        Signal { [self] in observer = $0 }
    }
}

/// A source without a credential.
private final class Absent: CredentialSource {
    var current: Credential? { nil }

    func refresh(_ expired: Credential?) -> Signal<Credential, HTTPError> {
        .fail(HTTPError(.credentialUnavailable, "sign in"))
    }
}
