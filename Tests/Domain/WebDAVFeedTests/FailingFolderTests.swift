import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import WebDAVFeed

/// Servers that fail for some folders, or for all of them, at each attempt.
@Suite struct FailingFolderTests {
    private let scheduler = VirtualScheduler()
    private static let attempts = 6

    private func library(
        _ abilities: WebDAVFixture.Abilities = .walk
    ) -> (fixture: WebDAVFixture, library: ModelLibrary) {
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        return (fixture, ModelLibrary(fixture, on: scheduler))
    }

    /// A failure that lasts.
    enum Failure: Sendable, CaseIterable {
        case locked, failing, badGateway, busy, slow, full, overused, breaking, silent

        func change(_ answer: inout StubResponse) {
            switch self {
            case .locked: answer = StubResponse(423)
            case .failing: answer = StubResponse(500)
            case .badGateway: answer = StubResponse(502)
            case .busy: answer = StubResponse(503)
            case .slow: answer = StubResponse(504)
            case .full: answer = StubResponse(507)
            case .overused: answer = StubResponse(509)
            case .breaking: answer.breaksAfter = answer.body.count / 2
            case .silent: answer.breaksAfter = 0
            }
        }
    }

    @Test(arguments: Failure.allCases)
    func theOtherFoldersAreListedAndTheOneIsNamed(_ failure: Failure) throws {
        let (fixture, library) = library()
        let end = try library.run { request, answer in
            if request == "PROPFIND 1 /x" { failure.change(&answer) }
        }
        #expect(end == .completed)
        #expect(library.unlisted.map { $0.message.prefix(4) } == ["/x: "])
        #expect(library.unlisted.allSatisfy { [.network, .rateLimited].contains($0.code) })
        #expect(Set(library.revisions.keys) == ["/a.jpg", "/z/d.jpg"])
        #expect(library.lastRequests.count { $0 == "PROPFIND 1 /x" } == Self.attempts)
        #expect(library.lastRequests.suffix(2) == ["PROPFIND 0 ", "PROPFIND 1 /z"])
        #expect(fixture.tree.files.count == 4)
    }

    @Test(arguments: Failure.allCases, ["walk", "propagating tags"])
    func nothingIsRemovedWhileAFolderFails(_ failure: Failure, _ name: String) throws {
        let abilities = try #require(WebDAVFixture.Abilities.all.first { $0.description == name })
        let (fixture, library) = library(abilities)
        #expect(try library.run() == .completed)
        fixture.tree.write("/x/y/seen.jpg")
        #expect(try library.run() == .completed)
        fixture.tree.remove("/x/b.jpg")
        fixture.tree.remove("/a.jpg")
        fixture.tree.write("/x/y/c.jpg", "/z/new.jpg")
        for _ in 0..<3 {
            let end = try library.run { request, answer in
                if request == "PROPFIND 1 /x" { failure.change(&answer) }
            }
            #expect(end == .completed)
            #expect(library.unlisted.map { $0.message.prefix(4) } == ["/x: "])
            // The rest is mirrored, and what is below the folder stays.
            let paths = ["/x/b.jpg", "/x/y/c.jpg", "/x/y/seen.jpg", "/z/d.jpg", "/z/new.jpg"]
            #expect(library.revisions.keys.sorted() == paths)
        }
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
    }

    @Test func everyFolderThatFailsIsNamed() throws {
        let (_, library) = library()
        let end = try library.run { request, answer in
            let fails = ["PROPFIND 1 /x/y", "PROPFIND 1 /z"].contains(request)
            if fails { answer = StubResponse(500) }
        }
        #expect(end == .completed)
        #expect(library.unlisted.map { $0.message.prefix(4) } == ["/x/y", "/z: "])
        #expect(Set(library.revisions.keys) == ["/a.jpg", "/x/b.jpg"])
    }

    @Test func aServerThatFailsForEverythingEndsTheRun() throws {
        let (_, library) = library()
        #expect(try library.run() == .completed)
        var count = 0
        let end = try library.run { _, answer in
            count += 1
            if count > 3 { answer = StubResponse(500) }
        }
        #expect(end.error?.code == .network)
        #expect(library.lastRequests.count == 3 + 2 * Self.attempts)
        #expect(library.revisions == library.expected)
    }

    @Test func aServerThatFailsForManyFoldersEndsTheRun() throws {
        let (fixture, library) = library()
        fixture.tree.write((0..<50).map { "/m\($0)/a.jpg" })
        let end = try library.run { request, answer in
            if request.hasPrefix("PROPFIND 1 /m") { answer = StubResponse(500) }
        }
        #expect(end.error?.code == .network)
        let failed = Set(library.lastRequests.filter { $0.hasPrefix("PROPFIND 1 /m") })
        #expect(failed.count == WebDAVListing.failureLimit + 1)
    }

    /// A folder above the place of a stop is listed again, and may fail.
    @Test func aFolderAboveTheStopThatFailsDoesNotEndTheRun() throws {
        let (fixture, library) = library()
        fixture.tree.write(["/x/y/1.jpg", "/x/y/2.jpg", "/x/y/3.jpg", "/x/z/e.jpg"])
        #expect(try library.run(killedAfter: 3) == .killed)
        #expect(library.position?.position == .listing(after: "/x/y", isPartial: false))
        let end = try library.run { request, answer in
            if request == "PROPFIND 1 /x" { answer = StubResponse(500) }
        }
        #expect(end == .completed)
        #expect(library.unlisted.map { $0.message.prefix(4) } == ["/x: "])
        // Only the folder of /x/z/e.jpg was never listed.
        #expect(library.revisions.count == 7)
    }
}
