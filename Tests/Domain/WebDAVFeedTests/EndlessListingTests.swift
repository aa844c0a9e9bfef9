import HTTPGateway
import PhotoFeed
import Testing

@testable import WebDAVFeed

/// Servers whose answers, or whose listings, have no end.
@Suite struct EndlessListingTests {
    private static let time = WebDAVPart.End(syncToken: nil, time: 0)

    private static func folder(_ path: String) -> WebDAVMember {
        var member = WebDAVMember(path: path)
        member.isFolder = true
        member.hasProperties = true
        return member
    }

    @Test(arguments: [
        "<!-- nothing -->", "<D:other/>", " \n", "<?nothing?>",
        "<D:other>text</D:other>",
    ])
    func anAnswerWithoutMembersStopsAtItsLimit(_ nothing: String) throws {
        let base = try #require(WebDAVBase(HTTPURL("https://h.example/dav/")))
        let reader = MultistatusReader(base: base, limit: 2_000, date: nil)
        _ = try reader.read(Array("<D:multistatus xmlns:D=\"DAV:\">".utf8))
        let piece = Array(String(repeating: nothing, count: (64 << 10) / nothing.utf8.count).utf8)
        let error = #expect(throws: FeedError.self) {
            for _ in 0..<32 { _ = try reader.read(piece) }
        }
        #expect(error?.code == .malformedAnswer)
    }

    @Test func anAnswerWithMembersHasNoSuchLimit() throws {
        let base = try #require(WebDAVBase(HTTPURL("https://h.example/dav/")))
        let reader = MultistatusReader(base: base, limit: 2_000, date: nil)
        _ = try reader.read(Array("<D:multistatus xmlns:D=\"DAV:\">".utf8))
        let member = Array("<D:response><D:href>/dav/a</D:href></D:response>".utf8)
        let comment = Array(("<!--" + String(repeating: " ", count: 60_000) + "-->").utf8)
        for _ in 0..<32 { _ = try reader.read(member + comment) }
    }

    @Test func foldersWithoutFilesForeverAreATooLargeListing() {
        var listing = WebDAVListing(of: "", former: nil, pageLimit: 2_000, walksOnly: true)
        #expect(listing.start() == [.request(.probe)])
        let root = WebDAVPart(members: [Self.folder("")], end: Self.time)
        #expect(listing.received(root) == [.request(.list("", .members))])
        let count = WebDAVListing.barrenLimits.folders
        let folders = (0..<count).map { Self.folder("/\($0)") }
        var actions = listing.received(
            WebDAVPart(members: [Self.folder("")] + folders, end: Self.time))
        var answers = 1
        while case .request(.list(let path, _))? = actions.last {
            answers += 1
            actions = listing.received(WebDAVPart(members: [Self.folder(path)], end: Self.time))
        }
        #expect(actions == [.fail(FeedError(.tooLarge, ""))])
        #expect(answers == count + 1)
    }

    @Test func reportsThatAreAlwaysCutAreATooLargeListing() {
        var listing = WebDAVListing(of: "", former: nil, pageLimit: 2_000)
        _ = listing.start()
        var root = Self.folder("")
        root.reportsChanges = true
        var actions = listing.received(WebDAVPart(members: [root], end: Self.time))
        var cut = Self.folder("")
        cut.status = 507
        var answers = 0
        while case .request(.changes)? = actions.last {
            answers += 1
            actions = listing.received(
                WebDAVPart(
                    members: [cut],
                    end: WebDAVPart.End(syncToken: "\(answers)", time: 0)))
        }
        #expect(actions == [.fail(FeedError(.tooLarge, ""))])
        #expect(answers == WebDAVListing.barrenLimits.reports + 1)
    }
}
