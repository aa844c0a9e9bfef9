import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// The time limits for a server that enforces rate limits, or does not respond.
@Suite struct HostDeadlineTests {
    private let scheduler = VirtualScheduler()

    private var seconds: Double { Double(scheduler.now.nanoseconds) / 1e9 }

    /// Sends one GET to a host whose server answers with `respond`, until its end.
    private func ask(
        _ retry: HTTPRetryPolicy = HTTPRetryPolicy(),
        _ configure: (inout HTTPOptions) -> Void = { _ in },
        _ respond: @escaping (RecordedRequest) throws -> StubResponse
    ) -> (probe: Probe<[UInt8]>, host: HostStub) {
        scheduler.enter {
            var options = HTTPOptions { $0.retry = retry }
            configure(&options)
            let host = HostStub(home: .here, options: options, respond)
            let probe = Probe(host.output(of: GET()))
            // Up to its end only: the pacer may hold others for longer.
            while probe.ends == 0 { scheduler.advance(by: .seconds(1)) }
            return (probe, host)
        }
    }

    private static func refusal(_ after: String?) -> StubResponse {
        var headers: HTTPHeaders = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
        if let after { headers.add("Retry-After", after) }
        return StubResponse(429, headers: headers)
    }

    @Test(arguments: ["0", nil, "Sun, 06 Nov 1994 08:00:00 GMT", "-5", "soon"])
    func attemptsThatNobodyIsAskedToDelayAreDelayedAllTheSame(_ after: String?) {
        let retry = HTTPRetryPolicy(
            firstDelay: .seconds(1), longestDelay: .seconds(30), rateLimitBudget: .seconds(300))
        let (probe, host) = ask(retry) { _ in Self.refusal(after) }
        #expect(probe.error?.code == .rateLimited)
        #expect((10...40).contains(host.calls.count), "\(host.calls.count) attempts")
        #expect((240...300).contains(seconds), "\(seconds)")
    }

    @Test func rateLimitsAreBoundedByTimeNotByNumber() {
        var refusals = 30
        let retry = HTTPRetryPolicy(attempts: 4, rateLimitBudget: .seconds(600))
        let (probe, host) = ask(retry) { _ in
            refusals -= 1
            return refusals < 0 ? .text("ok") : Self.refusal("15")
        }
        #expect(probe.outputs == 1 && host.calls.count == 31)
    }

    @Test func hoursOfRateLimitsEndWithinTheBudget() {
        let (probe, host) = ask { _ in Self.refusal("300") }
        #expect(probe.error?.code == .rateLimited)
        #expect(host.calls.count == 3 && seconds == 600)
    }

    @Test func aServerThatAsksForMoreThanTheBudgetIsNotWaitedFor() {
        let (probe, host) = ask { _ in Self.refusal("86400") }
        #expect(probe.error?.code == .rateLimited)
        #expect(probe.error?.retryAfter == .seconds(86_400))
        #expect(host.calls.count == 1)
    }

    @Test func aPauseBeginsAfterTheFailureThatItIsNotWaitedFor() {
        scheduler.enter {
            let host = HostStub(home: .here) { _ in Self.refusal("86400") }
            var events: [String] = []
            let watching = host.pauses.observe { events.append($0 == nil ? "open" : "paused") }
            let request = host.output(of: GET()).observe(
                { _ in }, ended: { _ in events.append("failed") })
            scheduler.advance(by: .seconds(1))
            #expect(events == ["open", "failed", "paused"])
            watching.dispose()
            request.dispose()
        }
    }

    @Test func oneAttemptIsOneAfterARateLimitToo() {
        let (_, host) = ask(.never) { _ in Self.refusal("1") }
        #expect(host.calls.count == 1)
    }

    @Test func aBusyServerIsAskedSoManyTimes() {
        let (probe, host) = ask(HTTPRetryPolicy(attempts: 5, firstDelay: .seconds(1))) { _ in
            StubResponse(503, headers: ["Retry-After": "0"])
        }
        #expect(probe.error?.code == .serverBusy && host.calls.count == 5)
        #expect(seconds >= 7.5)
    }

    @Test func aServerThatNeverSentAByteGetsOneAttempt() {
        for code in [HTTPError.Code.stalled, .connectTimedOut, .deadlineExceeded] {
            let (probe, host) = ask { _ in throw HTTPError(code, "nothing", phase: .awaiting) }
            #expect(probe.error?.code == code && host.calls.count == 1)
        }
    }

    @Test func aServerThatHasAnsweredGetsAnotherAttemptAfterATimeout() {
        scheduler.enter {
            var isSilent = false
            let host = HostStub(home: .here) { _ in
                isSilent ? StubResponse(delay: .seconds(40)) : .text("ok")
            }
            let first = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(first.outputs == 1)
            isSilent = true
            let probe = Probe(host.output(of: GET()))
            scheduler.run()
            #expect(probe.error?.code == .stalled && probe.error?.attempts == 2)
            #expect(host.calls.count == 3 && (60...65).contains(seconds))
        }
    }

    @Test func theTotalDeadlineHoldsOverAllAttemptsAndWaits() {
        let (probe, host) = ask(
            HTTPRetryPolicy(attempts: 100), { $0.totalDeadline = .seconds(50) }
        ) { _ in StubResponse(500, delay: .seconds(7)) }
        #expect(probe.ends == 1 && host.calls.count > 2)
        #expect(seconds <= 50)
        // No wait is begun that the deadline would cut off.
        #expect(probe.error?.code == .serverFailed || probe.error?.code == .deadlineExceeded)
    }

    @Test func theTotalDeadlineCountsTheWaitForThePacer() {
        scheduler.enter {
            let host = HostStub(
                home: .here,
                options: HTTPOptions { $0.totalDeadline = .seconds(20) },
                pacer: HostPacer(home: .here, .init(concurrency: 1))
            ) { _ in StubResponse(delay: .seconds(15)) }
            let probes = (0..<3).map { _ in Probe(host.output(of: GET())) }
            scheduler.run()
            #expect(probes.map(\.outputs) == [1, 0, 0])
            #expect(probes.dropFirst().allSatisfy { $0.error?.code == .deadlineExceeded })
            #expect(seconds == 20)
        }
    }

    @Test func aResponseThatDoesNotComeIsShownAsAPause() {
        scheduler.enter {
            let host = HostStub(
                home: .here, options: HTTPOptions { $0.firstByteTimeout = .seconds(100) }
            ) { _ in
                StubResponse(delay: .seconds(77))
            }
            let scheduler = scheduler
            var pauses: [(HostPause.Reason?, Int64)] = []
            let watching = host.pauses.observe {
                pauses.append(($0?.reason, scheduler.now.nanoseconds / 1_000_000_000))
            }
            let probe = Probe(host.push(GET()))
            scheduler.run()
            #expect(pauses.map(\.0) == [nil, .awaitingResponse, nil])
            #expect(pauses.map(\.1) == [0, 10, 77])
            let waits = probe.values.compactMap { event -> HTTPWait?? in
                if case .waiting(let wait) = event { wait } else { nil }
            }
            #expect(waits == [HTTPWait(phase: .awaiting, remaining: .seconds(90)), nil])
            #expect(probe.error == nil)
            watching.dispose()
        }
    }

    @Test func aResponseThatDoesNotComeIsNotShownWhileAnotherRequestGoesOn() {
        scheduler.enter {
            let host = HostStub(home: .here) { call in
                StubResponse(delay: call.url.path == "/slow" ? .seconds(29) : .seconds(9))
            }
            var reasons: [HostPause.Reason?] = []
            let watching = host.pauses.observe { reasons.append($0?.reason) }
            let slow = Probe(host.output(of: GET("slow")))
            var others: [Probe<[UInt8]>] = []
            for _ in 0..<3 {
                others.append(Probe(host.output(of: GET("quick"))))
                scheduler.advance(by: .seconds(8))
            }
            scheduler.run()
            #expect(slow.outputs == 1 && others.allSatisfy { $0.outputs == 1 })
            // After 25 s nothing but the slow one is left.
            #expect(reasons == [nil, .awaitingResponse, nil])
            watching.dispose()
        }
    }
}
