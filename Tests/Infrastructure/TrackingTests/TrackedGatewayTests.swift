import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import Tracking

/// The gateway that counts requests by class, and changes no outcome.
@Suite struct TrackedGatewayTests {
    private let scheduler = VirtualScheduler()
    private let tally = RequestTally()

    /// The numbers of `requests` by kind and label, as the tracker gets them.
    private func tracked() -> [String] {
        tally.take().map { action in
            #expect(action.name == "request" && action.number == nil && action.failure == nil)
            return "\(action.kind) \(action.label?.text ?? "-") \(action.times)"
        }
    }

    /// The suite that the gateway inside passes.
    @Test(arguments: GatewayConformance.cases)
    func theCountedGatewayKeepsThePromise(_ promise: ConformanceCase) throws {
        let url = try HTTPURL("http://127.0.0.1:8080")
        scheduler.enter {
            let stub = GatewayStub(home: .here, promise.respond)
            var ends = 0
            promise.run(TrackedGateway(stub, in: tally), url) { complaint in
                ends += 1
                #expect(complaint == nil)
            }
            scheduler.run()
            #expect(ends == 1)
            #expect(stub.requestCount == 0)
        }
        #expect(tracked().count == 1)
    }

    @Test func theOptionsAreThoseOfTheGateway() {
        scheduler.enter {
            let stub = GatewayStub(home: .here, options: HTTPOptions { $0.redirects = 3 }) { _ in
                .text("")
            }
            #expect(TrackedGateway(stub, in: tally).options.redirects == 3)
        }
    }

    @Test func requestsAreCountedByEffectAndOutcome() throws {
        let url = try HTTPURL("https://canary.example.com/path")
        let statuses = [200, 200, 201, 400, 404, 429, 500, 503, 304]
        scheduler.enter {
            let stub = GatewayStub(home: .here) { call in
                if call.url.path.hasSuffix("broken") { throw HTTPError(.connectFailed, "canary") }
                let status = call.url.path.split(separator: "/").last.flatMap { Int($0) }
                return .text("canary", status: status ?? 200)
            }
            let gateway = TrackedGateway(stub, in: tally)
            for status in statuses {
                gateway.push(GET("\(status)"), to: url).observe({ _ in }, ended: { _ in })
            }
            gateway.push(GET("broken"), to: url).observe({ _ in }, ended: { _ in })
            gateway.push(GET("204", limit: 1), to: url).observe({ _ in }, ended: { _ in })
            gateway.push(Change(), to: url).observe({ _ in }, ended: { _ in })
            scheduler.run()
        }
        #expect(
            tracked() == [
                "cloud succeeded 3", "cloudModify succeeded 1", "cloud refused 2",
                "cloud limited 1", "cloud server-failed 2", "cloud unusable 2",
                "cloud unanswered 1",
            ])
        #expect(tracked() == [], "the counts were taken")
    }

    @Test func aRequestThatIsDisposedOfEndsInsideAndIsCounted() throws {
        let url = try HTTPURL("https://example.com")
        scheduler.enter {
            let stub = GatewayStub(home: .here) { _ in StubResponse(200, delay: .seconds(10)) }
            let request = TrackedGateway(stub, in: tally).push(GET(), to: url)
            let lifetime = Disposable()
            request.observe(
                within: lifetime, { _ in Issue.record("an event after the end") },
                ended: { _ in Issue.record("an end after the end") })
            scheduler.advance(by: .seconds(1))
            #expect(stub.requestCount == 1)
            lifetime.dispose()
            #expect(stub.requestCount == 0)
            scheduler.run()
        }
        #expect(tracked() == ["cloud cancelled 1"])
    }

    /// As a consumer does that takes one output.
    @Test func aSubscriptionThatEndsWithItsOutputCountsAsASuccess() throws {
        let url = try HTTPURL("https://example.com")
        scheduler.enter {
            let gateway = TrackedGateway(GatewayStub(home: .here) { _ in .text("") }, in: tally)
            let lifetime = Disposable()
            gateway.push(GET(), to: url).observe(
                within: lifetime, { if case .output = $0 { lifetime.dispose() } },
                ended: { _ in })
            scheduler.run()
            #expect(lifetime.isDisposed)
        }
        #expect(tracked() == ["cloud succeeded 1"])
    }

    @Test func aRequestIsSentForEachSubscriptionAndNotBefore() throws {
        let url = try HTTPURL("https://example.com")
        scheduler.enter {
            let stub = GatewayStub(home: .here) { _ in .text("") }
            let request = TrackedGateway(stub, in: tally).push(GET(), to: url)
            scheduler.run()
            #expect(stub.calls.isEmpty)
            for _ in 0..<2 { request.observe({ _ in }, ended: { _ in }) }
            scheduler.run()
            #expect(stub.calls.count == 2)
        }
        #expect(tracked() == ["cloud succeeded 2"])
    }

    /// A million requests cause as many events as a few of the same classes.
    @Test func aRunCausesOneEventForEachClass() {
        for outcome in RequestOutcome.allCases {
            for changes in [false, true] {
                for _ in 0..<1_000 {
                    tally.count(RequestTally.Group(changes: changes, outcome: outcome))
                }
            }
        }
        let events = tracked()
        #expect(events.count == 14 && events.allSatisfy { $0.hasSuffix(" 1000") })
    }

    private struct Change: HTTPRequest {
        let method = HTTPMethod.post
        let path = ""
        let isRepeatable = false

        func handle(_ response: HTTPResponse) {}
    }
}
