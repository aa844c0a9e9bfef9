import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// Servers that change during a listing, are busy, refuse a password, or redirect.
@Suite struct ServerStateTests {
    private let scheduler = VirtualScheduler()

    private func fixture(_ name: String) throws -> WebDAVFixture {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == name })
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        return fixture
    }

    /// The pages and the end of a listing over `gateway`.
    private func list(
        _ fixture: WebDAVFixture, from start: FeedStart = .beginning(folder: ""),
        over gateway: any RequestGateway
    ) throws -> (pages: [FeedPage], end: Completion<FeedError>?) {
        let fetchers = try fixture.provider.makeFetchers(
            FeedConnection(gateway: gateway, credential: fixture.credential))
        var pages: [FeedPage] = []
        var end: Completion<FeedError>?
        fetchers.nodes.pages(from: start).observe({ pages.append($0) }, ended: { end = $0 })
        scheduler.run()
        return (pages, end)
    }

    /// Follows a cursor, and lists again if that is required; returns the next cursor.
    private func follow(
        _ fixture: WebDAVFixture, _ cursor: FeedCursor, over gateway: any RequestGateway
    ) throws -> FeedCursor? {
        let fetchers = try fixture.provider.makeFetchers(
            FeedConnection(gateway: gateway, credential: fixture.credential))
        var last: FeedPage?
        for start in [FeedStart.cursor(cursor), .beginning(folder: "")] {
            var end: Completion<FeedError>?
            fetchers.nodes.pages(from: start).observe({ last = $0 }, ended: { end = $0 })
            scheduler.run()
            if end == .completed { return last?.cursor }
        }
        return nil
    }

    private static func photos(_ pages: [FeedPage]) -> Set<String> {
        Set(
            pages.flatMap(\.changes).compactMap {
                if case .media(let node) = $0 { node.pathKey } else { nil }
            })
    }

    // MARK: A change during a listing (behavior 8)

    /// The tag is the one from before the members were listed, so a change behind the position of
    /// the listing makes the next run list again.
    @Test(arguments: ["PROPFIND 1 ", "PROPFIND 1 /x", "PROPFIND 1 /x/y", "PROPFIND 1 /z"])
    func aChangeDuringAListingIsFoundByTheNextRun(_ place: String) throws {
        let fixture = try fixture("propagating tags")
        try scheduler.enter {
            // A change shows that tags propagate, so that only the tag decides later.
            var cursor = try #require(
                try list(fixture, over: fixture.makeGateway(in: .here)).pages.last?.cursor)
            fixture.tree.write("/x/y/0.jpg")
            cursor = try #require(try follow(fixture, cursor, over: fixture.makeGateway(in: .here)))
            let propagation = WebDAVCursor(cursor)?.memory.propagation
            #expect(propagation == .seen)

            // The first folder changes while a later one is being listed.
            fixture.tree.write("/x/y/e.jpg", "/z/e.jpg")
            var hasChanged = false
            let racing = fixture.makeGateway { request, _ in
                guard request == place, !hasChanged else { return }
                hasChanged = true
                fixture.tree.write("/x/y/late.jpg")
            }
            let next = try #require(try follow(fixture, cursor, over: racing))
            #expect(hasChanged)
            let after = try list(fixture, from: .cursor(next), over: fixture.makeGateway(in: .here))
            guard case .failed(let error)? = after.end else {
                Issue.record("the change was not seen")
                return
            }
            #expect(error.code == .cursorReset)
            let again = try list(fixture, over: fixture.makeGateway(in: .here))
            #expect(Self.photos(again.pages) == Set(fixture.tree.files.keys))
        }
    }

    /// The abilities of a server, and the request whose answer has everything.
    private static let complete: [(abilities: String, request: String)] = [
        ("infinity", "PROPFIND infinity "), ("reports", "REPORT 0 "),
    ]

    /// The file is in a part of the answer that arrived before the connection broke.
    @Test(arguments: complete, [30, 60, 90])
    func aFileThatIsRemovedAfterABrokenAnswerWithEverythingIsNotKept(
        _ place: (abilities: String, request: String), _ percent: Int
    ) throws {
        let fixture = try fixture(place.abilities)
        fixture.tree.write((0..<8).map { "/m/\($0).jpg" })
        let library = ModelLibrary(fixture, on: scheduler)
        var isBroken = false
        let end = try library.run { request, answer in
            guard request == place.request, !isBroken else { return }
            isBroken = true
            answer.breaksAfter = answer.body.count * percent / 100
            fixture.tree.remove("/a.jpg")
        }
        #expect(end == .completed)
        #expect(library.lastRequests.count { $0 == place.request } == 1)
        #expect(library.lastRequests.contains("PROPFIND 1 /m"))
        #expect(library.revisions == library.expected)
    }

    // MARK: Reports that a server no longer accepts

    @Test(arguments: [400, 403, 405, 409, 412, 501, 507])
    func aReportThatIsNoLongerAcceptedIsReplacedByAListing(_ status: Int) throws {
        let fixture = try fixture("reports")
        let library = ModelLibrary(fixture, on: scheduler)
        #expect(try library.run() == .completed)
        #expect(library.position?.memory.syncToken != nil)
        for path in ["/x/new.jpg", "/z/new.jpg"] {
            fixture.tree.remove("/x/b.jpg")
            fixture.tree.write(path)
            let end = try library.run { request, answer in
                if request == "REPORT 0 " { answer = StubResponse(status) }
            }
            #expect(end == .completed)
            #expect(library.revisions == library.expected)
            #expect(library.position?.memory.syncToken == nil)
        }
        fixture.tree.write("/x/y/late.jpg")
        #expect(try library.run() == .completed)
        #expect(library.position?.memory.syncToken != nil)
        #expect(library.revisions == library.expected)
    }

    @Test func aReportOnWhichAServerFailsIsRequestedAgainByTheNextRun() throws {
        let fixture = try fixture("reports")
        let library = ModelLibrary(fixture, on: scheduler)
        #expect(try library.run() == .completed)
        let end = try library.run { _, answer in answer = StubResponse(500) }
        #expect(end == .failed(FeedError(.network, "")))
        #expect(Set(library.lastRequests) == ["REPORT 0 "])
        #expect(library.position?.memory.syncToken != nil)
    }

    // MARK: Busy servers (behavior 16)

    @Test(arguments: [423, 425, 429, 500, 502, 503, 504, 509])
    func aBusyServerIsAskedAgainAfterAWait(_ status: Int) throws {
        let fixture = try fixture("walk")
        try scheduler.enter {
            var count = 0
            let gateway = fixture.makeGateway { request, answer in
                guard request == "PROPFIND 1 /x" else { return }
                count += 1
                if count == 1 { answer = StubResponse(status, headers: ["Retry-After": "7"]) }
            }
            let start = scheduler.now
            let (pages, end) = try list(fixture, over: gateway)
            #expect(end == .completed)
            #expect(count == 2)
            #expect(start.duration(to: scheduler.now) > .zero)
            #expect(Self.photos(pages).count == 4)
        }
    }

    @Test(arguments: [1, 2, 5])
    func aPasswordIsRefusedOnce(_ place: Int) throws {
        let fixture = try fixture("walk")
        try scheduler.enter {
            var count = 0
            let gateway = fixture.makeGateway { _, answer in
                count += 1
                if count >= place { answer = StubResponse(401) }
            }
            let (pages, end) = try list(fixture, over: gateway)
            guard case .failed(let error)? = end else {
                Issue.record("the listing has not failed")
                return
            }
            #expect(error.code == .passwordRefused)
            #expect(error.message.contains("the password is wrong"), "\(error)")
            #expect(count == place, "servers lock an account after several attempts")
            #expect(!pages.contains { !$0.hasMore })
        }
    }

    // MARK: Redirects (behavior 17)

    /// The requests that a server receives, and the one that it redirects.
    private func redirect(
        _ status: Int, to location: String
    ) throws -> (end: Completion<FeedError>?, requests: [RecordedRequest]) {
        let fixture = try fixture("walk")
        return try scheduler.enter {
            var requests: [RecordedRequest] = []
            var isRedirected = false
            let gateway = GatewayStub(home: .here) { call in
                requests.append(call)
                return fixture.answer(to: call) { request, answer in
                    guard request == "PROPFIND 0 ", !isRedirected else { return }
                    isRedirected = true
                    answer = .redirect(status, to: location)
                }
            }
            return (try list(fixture, over: gateway).end, requests)
        }
    }

    @Test(arguments: [301, 302, 307, 308])
    func aRedirectKeepsTheMethodTheDepthAndTheBody(_ status: Int) throws {
        let (end, requests) = try redirect(status, to: "https://dav.example/files/ada%20l/")
        #expect(end == .completed)
        #expect(requests.count > 2)
        for request in requests.prefix(2) {
            #expect(request.method.name == "PROPFIND")
            #expect(request.headers["depth"] == "0")
            #expect(request.headers["authorization"] != nil)
            #expect(request.body == requests[0].body && !request.body.isEmpty)
        }
    }

    @Test(arguments: [
        (303, "https://dav.example/files/ada%20l/"), (301, "https://other.example/files/ada%20l/"),
        (308, "http://dav.example/files/ada%20l/"),
        (307, "https://dav.example:8443/files/ada%20l/"),
    ])
    func aRedirectElsewhereIsRefused(_ status: Int, _ location: String) throws {
        let (end, requests) = try redirect(status, to: location)
        guard case .failed(let error)? = end else {
            Issue.record("the redirect was followed")
            return
        }
        #expect(error.code == .malformedAnswer)
        #expect(requests.count == 1)
    }
}
