import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import LiveServices

/// The gateway that tells the redaction of the log each secret.
@Suite struct RedactedGatewayTests {
    private let scheduler = VirtualScheduler()

    /// The secrets that were hidden before the first request was sent.
    private func hidden(by options: HTTPOptions) throws -> [String] {
        let hidden = Guarded<[String]>([])
        var before: [String]?
        try scheduler.enter {
            let stub = GatewayStub(home: .here) { _ in
                before = hidden.withLock { $0 }
                return .text("")
            }
            let gateway = RedactedGateway(stub) { text in hidden.withLock { $0.append(text) } }
            gateway.push(GET(), to: try HTTPURL("https://example.com"), options: options)
                .observe({ _ in }, ended: { _ in })
            scheduler.run()
        }
        return try #require(before)
    }

    @Test func aTokenIsHiddenBeforeItIsSent() throws {
        #expect(try hidden(by: HTTPOptions { $0.credential = .bearer("canary") }) == ["canary"])
    }

    @Test func aPasswordIsHiddenAsItIsAndEncoded() throws {
        let options = HTTPOptions { $0.credential = .basic(user: "me", password: "canary") }
        #expect(try hidden(by: options) == ["bWU6Y2FuYXJ5", "canary"])
    }

    @Test func thePasswordOfAProxyIsHiddenAsItIsAndEncoded() throws {
        let options = HTTPOptions {
            $0.proxy = HTTPProxy(url: "http://p.example", user: "me", password: .init("canary"))
        }
        #expect(try hidden(by: options) == ["bWU6Y2FuYXJ5", "canary"])
    }

    @Test func aRequestWithoutACredentialHidesNothing() throws {
        #expect(try hidden(by: HTTPOptions()) == [])
    }

    @Test(arguments: GatewayConformance.cases)
    func theGatewayKeepsThePromise(_ promise: ConformanceCase) throws {
        let url = try HTTPURL("http://127.0.0.1:8080")
        scheduler.enter {
            let stub = GatewayStub(home: .here, promise.respond)
            var ends = 0
            promise.run(RedactedGateway(stub) { _ in }, url) { complaint in
                ends += 1
                #expect(complaint == nil)
            }
            scheduler.run()
            #expect(ends == 1)
        }
    }
}
