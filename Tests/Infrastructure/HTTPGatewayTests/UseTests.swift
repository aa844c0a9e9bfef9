import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// The report of requests to the tools of tests.
@Suite struct UseTests {
    private struct Question: HTTPRequest {
        func handle(_ response: HTTPResponse) -> Int { response.status }
    }

    @Test func aRequestIsReportedWithTheModuleOfItsLineAndNotAgainForItsWrapping() async throws {
        let uses = Recorder<ModuleUse>()
        let observer = ModuleUses.add { if $0.name.contains("Question") { uses.add($0) } }
        defer { ModuleUses.remove(observer) }
        let clock = VirtualScheduler()
        let statuses = Recorder<Int>()
        var tokens: [Disposable] = []
        func send(_ signal: Signal<Int, HTTPError>) {
            tokens.append(signal.observe({ statuses.add($0) }, ended: { _ in }))
        }
        clock.enter {
            let host = HostStub(home: .here) { _ in StubResponse(200) }
            let gateway = GatewayStub(home: .here) { _ in StubResponse(200) }
            send(host.output(of: Question()))
            send(host.push(Question()).outputs())
            if let url = try? HTTPURL("https://stub.invalid") {
                send(gateway.push(Question(), to: url).outputs())
            }
            clock.run()
        }
        #expect(statuses.values == [200, 200, 200])
        #expect(uses.values.map(\.name) == ["Question", "Question", "Question"])
        #expect(uses.values.allSatisfy { $0.kind == .sends && $0.owner == "HTTPGatewayTests" })
        #expect(uses.values.allSatisfy { "\($0.file)" == "HTTPGatewayTests/UseTests.swift" })
    }
}
