import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct StubConformanceTests {
    @Test(arguments: GatewayConformance.cases)
    func theStubKeepsThePromise(_ promise: ConformanceCase) throws {
        let scheduler = VirtualScheduler()
        let url = try HTTPURL("http://127.0.0.1:8080")
        scheduler.enter {
            let gateway = GatewayStub(home: .here, promise.respond)
            var ends = 0
            promise.run(gateway, url) { complaint in
                ends += 1
                #expect(complaint == nil)
            }
            scheduler.run()
            #expect(ends == 1)
            #expect(gateway.requestCount == 0)
        }
    }
}
