import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// The search for the folder of an account at a server whose host alone is known.
@Suite struct LocatorTests {
    /// The answers of a server to requests without a password.
    enum Server: Sendable, CaseIterable {
        /// Nextcloud at the root of its host, and below a path.
        case cloud, cloudBelow
        /// A server that redirects the well-known address alone.
        case wellKnown
        /// A server whose well-known address leads to another host.
        case elsewhere
        /// A server that has nothing, one that asks for a password, and one that always answers.
        case plain, closed, page

        func answer(_ call: RecordedRequest) -> StubResponse {
            let status = StubResponse.text(#"{"installed": true, "versionstring": "31.0.0"}"#)
            switch (self, call.url.path) {
            case (.cloud, "/status.php"), (.cloudBelow, "/cloud/status.php"): return status
            case (.wellKnown, "/.well-known/carddav"):
                return .redirect(301, to: "https://h.example/next/remote.php/dav/")
            case (.elsewhere, "/.well-known/carddav"):
                return .redirect(301, to: "https://other.example/remote.php/dav/")
            case (.closed, _), (_, "/next/remote.php/dav/"): return StubResponse(401)
            case (.page, _): return .text("<html>\"installed\":true,\"version\"</html>")
            default: return StubResponse(404)
            }
        }
    }

    private static func folders(_ server: String) -> [String] {
        ["\(server)/remote.php/dav/files/ada%20l", "\(server)/remote.php/webdav"]
    }

    private static let root = "https://h.example/"

    @Test(
        arguments: [
            (.cloud, root, folders("https://h.example"), 1),
            (.cloudBelow, "https://h.example/cloud", folders("https://h.example/cloud"), 1),
            (.wellKnown, root, folders("https://h.example/next") + [root], 3),
            (.wellKnown, "https://h.example/dav", ["https://h.example/dav"], 1),
            (.elsewhere, root, [root], 3), (.plain, root, [root], 2),
            (.closed, root, [root], 2), (.page, root, [root], 2),
            (.plain, "https://h.example/dav", ["https://h.example/dav"], 1),
            (
                .cloud, "https://h.example/remote.php/dav/files/ada",
                ["https://h.example/remote.php/dav/files/ada"], 0
            ),
        ] as [(Server, String, [String], Int)])
    func theAddressesAreFoundWithoutThePassword(
        _ server: Server, _ url: String, _ expected: [String], _ requests: Int
    ) throws {
        let scheduler = VirtualScheduler()
        try scheduler.enter {
            let gateway = GatewayStub(home: .here) { server.answer($0) }
            let fetchers = try FeedProvider.webDAV.makeFetchers(
                FeedConnection(
                    gateway: gateway, endpoint: HTTPURL(url),
                    credential: FeedCredential(user: "ada l", password: "canary")))
            var found: [String] = []
            try #require(fetchers.locator).addresses().observe { found = $0.map(\.string) }
            scheduler.run()
            #expect(found == expected)
            #expect(gateway.calls.count == requests)
            #expect(gateway.calls.allSatisfy { $0.headers["authorization"] == nil })
            let origin = try HTTPURL(url).origin
            #expect(try found.allSatisfy { try HTTPURL($0).origin == origin })
        }
    }

    // MARK: The account at an address

    @Test(
        arguments: [
            (StubResponse(404), .folderNotFound), (StubResponse(405), .requestRefused),
            (.text("<html></html>"), .malformedAnswer),
            (
                .text(
                    "<multistatus xmlns='DAV:'><response><href>/x/</href></response></multistatus>",
                    status: 207), .malformedAnswer
            ),
        ] as [(StubResponse, FeedError.Code)])
    func aWrongAddressSaysWhatIsRight(_ answer: StubResponse, _ code: FeedError.Code) throws {
        let scheduler = VirtualScheduler()
        try scheduler.enter {
            let fetchers = try FeedProvider.webDAV.makeFetchers(
                FeedConnection(
                    gateway: GatewayStub(home: .here) { _ in answer },
                    endpoint: HTTPURL("https://h.example/dav"),
                    credential: FeedCredential(user: "ada", password: "canary")))
            var end: Completion<FeedError>?
            try #require(fetchers.accounts).account().observe({ _ in }, ended: { end = $0 })
            scheduler.run()
            guard case .failed(let error)? = end else {
                Issue.record("the account was found")
                return
            }
            #expect(error.code == code)
            #expect(
                error.advice?.contains(
                    code == .malformedAnswer && answer.status == 207
                        ? "--endpoint" : "/remote.php/dav/files/USER") == true, "\(error)")
        }
    }
}
