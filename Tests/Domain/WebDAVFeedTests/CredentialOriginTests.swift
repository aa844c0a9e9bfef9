import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// The origin that receives the credential of a `FeedConnection`.
@Suite struct CredentialOriginTests {
    private let scheduler = VirtualScheduler()

    /// The result of a GET by a host of a connection over `gateway`.
    private func get(
        through gateway: any RequestGateway, isAbove: Bool
    ) throws -> (body: [UInt8]?, error: HTTPError?) {
        let url = try HTTPURL("https://cloud.example.org/dav")
        let connection = FeedConnection(
            gateway: gateway, credential: FeedCredential(secret: "canary"))
        let host =
            isAbove
            ? connection.host(above: url, pacer: connection.pacer())
            : try connection.host(at: url.string)
        var body: [UInt8]?
        var error: HTTPError?
        host.output(of: GET()).observe(
            { body = $0 }, ended: { if case .failed(let failure) = $0 { error = failure } })
        scheduler.run()
        return (body, error)
    }

    @Test(arguments: [false, true])
    func aHostSendsItsCredentialToItsOwnOriginOnly(isAbove: Bool) throws {
        try scheduler.enter {
            let server = GatewayStub(home: .here) { .text($0.headers["Authorization"] ?? "none") }
            let own = try get(through: server, isAbove: isAbove)
            #expect(own.body == Array("Bearer canary".utf8))
            let diverted = try get(
                through: DivertingGateway(server, to: HTTPURL("https://other.example.org/")),
                isAbove: isAbove)
            #expect(diverted.error?.code == .insecureCredential)
            #expect(server.calls.count == 1)
        }
    }
}
