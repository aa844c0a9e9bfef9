import CurlGateway
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Testing

@Suite struct LiveConformanceTests {
    private static let live = LiveGateway()

    @Test(arguments: GatewayConformance.cases)
    func theLiveGatewayKeepsThePromise(_ promise: ConformanceCase) async throws {
        let server = try RawServer.answering(promise.respond)
        let url = try HTTPURL(server.url())
        let complaint = await withCheckedContinuation { continuation in
            Self.live.gateway.schedule { gateway in
                promise.run(gateway, url) { continuation.resume(returning: $0) }
            }
        }
        #expect(complaint == nil)
    }
}
