import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import DropboxFeed

/// Requests in the space of the owner's team.
@Suite struct TeamSpaceTests {
    private let scheduler = VirtualScheduler()

    /// Fetches the listing of an empty account in the space `7`.
    private func listing(
        in space: String? = "7", _ respond: @escaping (String?) -> StubResponse
    ) throws -> (end: Completion<FeedError>?, roots: [String?]) {
        try scheduler.enter {
            let gateway = GatewayStub(home: .here) { call in
                respond(call.headers["dropbox-api-path-root"])
            }
            let fetchers = try FeedProvider.dropbox.makeFetchers(
                FeedConnection(
                    gateway: gateway, credential: FeedCredential(secret: "token"),
                    teamSpace: space))
            var end: Completion<FeedError>?
            fetchers.nodes.pages(from: .beginning(folder: ""))
                .observe({ _ in }, ended: { end = $0 })
            scheduler.run()
            return (end, gateway.calls.map { $0.headers["dropbox-api-path-root"] })
        }
    }

    private static let page = StubResponse.text(
        #"{"entries":[],"cursor":"c","has_more":false}"#)

    private static func refusal(_ present: String) -> StubResponse {
        .text(
            """
            {"error_summary": "invalid_root/..", "error": {".tag": "invalid_root",
             "invalid_root": {".tag": "team", "root_namespace_id": "\(present)",
             "home_namespace_id": "1"}}}
            """, status: 422)
    }

    @Test func requestsNameTheSpace() throws {
        let result = try listing { _ in Self.page }
        #expect(result.end == .completed)
        #expect(result.roots == [#"{".tag":"root","root":"7"}"#])
    }

    @Test func withoutASpaceNoHeaderIsSent() throws {
        #expect(try listing(in: nil) { _ in Self.page }.roots == [nil])
    }

    @Test func aSpaceWithAnotherIdentifierIsReadAgain() throws {
        let result = try listing { root in
            root?.contains("\"8\"") == true ? Self.page : Self.refusal("8")
        }
        #expect(result.end == .completed && result.roots.count == 2)
    }

    @Test func aSecondRefusalEndsTheRequest() throws {
        var next = 7
        let result = try listing { _ in
            next += 1
            return Self.refusal("\(next)")
        }
        guard case .failed(let error)? = result.end else {
            Issue.record("the listing was complete")
            return
        }
        #expect(error.code == .requestRefused && result.roots.count == 2)
    }

    @Test(arguments: ["7", "", String(repeating: "8", count: 65)])
    func aRefusalWithoutAnotherIdentifierIsFinal(_ present: String) throws {
        let result = try listing { _ in Self.refusal(present) }
        #expect(result.roots.count == 1 && result.end != .completed)
    }
}
