import HTTPGatewayTestKit
import LoopbackTestKit
import Scheduling
import Testing

@testable import CurlGateway
@testable import HTTPGateway

/// A transfer whose control was changed before the client had a handle of it.
@Suite struct TransferStartTests {
    /// Starts a transfer, and does not tell it of its control; reports its end.
    @Schedulable
    fileprivate final class Client: TransferClient {
        private let loop: CurlLoop
        private let report: @Sendable (HTTPError.Code?) -> Void

        init(
            _ url: HTTPURL, _ options: HTTPOptions, on scheduler: WorkScheduler,
            _ report: @escaping @Sendable (HTTPError.Code?) -> Void
        ) {
            self.report = report
            loop = CurlLoop(
                limits: CurlLimits(), deliveringOn: scheduler,
                lookUp: NameResolver.systemLookUp)
            let plan = TransferPlan(
                url: url, proxy: nil, method: .get, headers: HTTPHeaders(), body: .none,
                options: options, accepted: .successful, isRepeatable: true,
                destination: .memory(limit: 1_000))
            _ = CurlTransport(loop).start(plan, for: self)
        }

        func transferBegan(_ head: HTTPResponseHead) {}
        func transferReceived(_ bytes: [UInt8]) {}
        func transferWaits(_ wait: HTTPWait?) {}
        func transferProgressed(_ progress: HTTPProgress) {}
        func transferEnded(_ result: Result<HTTPResponse, HTTPError>) {
            loop.stop()
            if case .failure(let error) = result { report(error.code) } else { report(nil) }
        }
    }

    @Test func itBeginsInTheStateOfItsControl() async throws {
        let server = try RawServer.answering { _ in StubResponse(body: [1]) }
        let url = try HTTPURL(server.url())
        let control = HTTPTransferControl()
        control.cancel()
        let scheduler = WorkScheduler(name: "client")
        let code = await withCheckedContinuation { continuation in
            scheduler.schedule {
                let options = HTTPOptions { $0.control = control }
                _ = Client(url, options, on: scheduler) { continuation.resume(returning: $0) }
            }
        }
        #expect(code == .cancelled)
    }
}
