import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// WebDAV as a provider, with servers of different abilities.
@Suite struct ProviderTests {
    @Test(arguments: FeedProviderConformance.rules, WebDAVFixture.Abilities.all)
    func webDAVKeepsTheRule(
        _ rule: FeedProviderConformance.Rule, _ abilities: WebDAVFixture.Abilities
    ) throws {
        try rule.check(WebDAVFixture(abilities))
    }

    @Test(arguments: [
        ("https://cloud.example.org/remote.php/dav/files/ada/", true),
        ("http://127.0.0.1:8080", true), ("https://example.org/a%2Fb", false),
        ("https://example.org/a%FFb", false),
    ])
    func theAddressOfAServer(_ address: String, _ isValid: Bool) throws {
        let url = try HTTPURL(address)
        #expect((WebDAVBase(url) != nil) == isValid)
    }

    @Test func aPauseThatTheServerAsksForIsKeptForTheNextProcess() throws {
        let scheduler = VirtualScheduler()
        let memory = RecordingMemory()
        try scheduler.enter {
            let fixture = WebDAVFixture(.walk)
            var isBusy = true
            let gateway = fixture.makeGateway { _, answer in
                if isBusy { answer = StubResponse(503, headers: ["Retry-After": "7"]) }
                isBusy = false
            }
            let fetchers = try fixture.provider.makeFetchers(
                FeedConnection(
                    gateway: gateway, credential: fixture.credential, pacing: memory))
            var end: Completion<FeedError>?
            fetchers.nodes.pages(from: .beginning(folder: ""))
                .observe({ _ in }, ended: { end = $0 })
            scheduler.run()
            #expect(end == .completed)
        }
        #expect(memory.kept.first?.pause == .seconds(7))
    }

    @Test func aServerWithoutAnAddressIsRefused() {
        VirtualScheduler().enter {
            let fixture = WebDAVFixture(.walk)
            #expect(throws: FeedError(.requestRefused, "")) {
                try FeedProvider.webDAV.makeFetchers(
                    FeedConnection(
                        gateway: fixture.makeGateway(in: .here), credential: fixture.credential))
            }
        }
    }
}

/// A memory of pacers that keeps everything that it was told.
private final class RecordingMemory: PacerMemory {
    private(set) var kept: [PacerExperience] = []

    func recall() -> PacerExperience? { nil }

    func keep(_ experience: PacerExperience) { kept.append(experience) }
}

/// The requests that a run needs.
@Suite struct StrategyTests {
    private let scheduler = VirtualScheduler()

    /// Reads the pages from `start`, and lists again if that is required; returns the requests.
    private func run(
        _ fixture: WebDAVFixture, _ cursor: inout FeedCursor?
    ) throws -> (requests: [String], pages: [FeedPage]) {
        let before = fixture.requests.count
        let provider = fixture.provider
        let pages = try scheduler.enter {
            let fetchers = try provider.makeFetchers(
                FeedConnection(
                    gateway: fixture.makeGateway(in: .here), credential: fixture.credential))
            func pages(_ start: FeedStart) throws -> [FeedPage] {
                var pages: [FeedPage] = []
                var end: Completion<FeedError>?
                fetchers.nodes.pages(from: start).observe(
                    { pages.append($0) }, ended: { end = $0 })
                scheduler.run()
                if case .failed(let error) = end { throw error }
                return pages
            }
            guard let cursor else { return try pages(.beginning(folder: "")) }
            do {
                return try pages(.cursor(cursor))
            } catch let error as FeedError where error.code == .cursorReset {
                return try pages(.beginning(folder: ""))
            }
        }
        cursor = pages.last?.cursor
        return (Array(fixture.requests[before...]), pages)
    }

    private func fixture(_ name: String) throws -> WebDAVFixture {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == name })
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        return fixture
    }

    @Test func aWalkListsEachFolderOnce() throws {
        let fixture = try fixture("walk")
        var cursor: FeedCursor?
        #expect(
            try run(fixture, &cursor).requests == [
                "PROPFIND 0 ", "PROPFIND infinity ", "PROPFIND 1 ", "PROPFIND 1 /x",
                "PROPFIND 1 /x/y", "PROPFIND 1 /z",
            ])
    }

    @Test func anInfiniteAnswerIsConfirmedForFoldersWithoutMembers() throws {
        let fixture = try fixture("infinity")
        fixture.tree.write("/empty/e.txt")
        fixture.tree.remove("/empty/e.txt")
        var cursor: FeedCursor?
        #expect(
            try run(fixture, &cursor).requests == [
                "PROPFIND 0 ", "PROPFIND infinity ", "PROPFIND 1 /empty",
            ])
    }

    @Test func aReportOfChangesIsOneRequest() throws {
        let fixture = try fixture("reports")
        var cursor: FeedCursor?
        #expect(try run(fixture, &cursor).requests == ["PROPFIND 0 ", "REPORT 0 "])
        fixture.tree.remove("/x")
        fixture.tree.write("/z/e.jpg")
        let second = try run(fixture, &cursor)
        #expect(second.requests == ["REPORT 0 "])
        #expect(second.pages.flatMap(\.changes).count == 2)
    }

    @Test func tagsAreTrustedOnceTheyWereSeenToPropagate() throws {
        let fixture = try fixture("propagating tags")
        var cursor: FeedCursor?
        _ = try run(fixture, &cursor)
        // Until a change has shown it, equal tags prove nothing.
        #expect(try run(fixture, &cursor).requests.count == 6)
        fixture.tree.write("/x/y/new.jpg")
        _ = try run(fixture, &cursor)
        #expect(try run(fixture, &cursor).requests == ["PROPFIND 0 "])
        fixture.tree.write("/x/y/newer.jpg")
        #expect(try run(fixture, &cursor).requests.filter { $0 == "PROPFIND 0 " }.count == 2)
        #expect(try run(fixture, &cursor).requests == ["PROPFIND 0 "])
    }

    @Test func aTagThatDoesNotPropagateIsNeverTrusted() throws {
        let fixture = try fixture("infinity")
        var cursor: FeedCursor?
        for number in 0..<4 {
            _ = try run(fixture, &cursor)
            fixture.tree.write("/x/y/\(number).jpg")
        }
        let pages = try run(fixture, &cursor).pages
        #expect(pages.flatMap(\.changes).count == 11)
    }

    @Test func aListingContinuesAtTheFolderAfterAStop() throws {
        let fixture = try fixture("walk")
        fixture.tree.write("/x/1.jpg", "/x/2.jpg", "/x/y/3.jpg")
        var cursor: FeedCursor?
        let pages = try run(fixture, &cursor).pages
        #expect(pages.count > 2)
        var stopped: FeedCursor? = pages[pages.count - 2].cursor
        let rest = try run(fixture, &stopped)
        #expect(rest.requests.contains("PROPFIND 1 /z"))
        #expect(!rest.requests.contains("PROPFIND 0 "))
        #expect(stopped == cursor)
    }

    @Test func identifiersSurviveAMove() throws {
        let fixture = WebDAVFixture(
            WebDAVFixture.Abilities(description: "ids", tagsFolders: false, hasFileIDs: true))
        fixture.tree.write("/a.jpg")
        var cursor: FeedCursor?
        func id() throws -> NodeID? {
            try run(fixture, &cursor).pages.flatMap(\.changes).compactMap {
                if case .media(let node) = $0 { node.id } else { nil }
            }.first
        }
        let former = try id()
        fixture.tree.move("/a.jpg", to: "/Trip/b.jpg")
        #expect(try id() == former)
        #expect(former?.rawValue == "fileid:1")
    }
}
