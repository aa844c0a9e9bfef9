import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import SchedulingTestKit
import Testing

@testable import WebDAVFeed

/// A folder or a file that the server never lists limits nothing but itself.
@Suite struct UnlistedPartTests {
    /// The way in which a server leaves a part out of its answers.
    enum Fault: Hashable, Sendable, CustomTestStringConvertible {
        /// A request for the folder, or for what is below it, has this status.
        case request(Int)
        /// Each answer has this status for the member, and nothing of what is below it.
        case member(Int)
        /// Each answer has the member without its type.
        case untyped
        /// Each answer has an address with a `?` that is not encoded.
        case unencoded

        var testDescription: String { "\(self)" }
    }

    /// The part that is left out, and the photo in it.
    struct Part: Sendable, CustomTestStringConvertible {
        let path: String
        let photo: String
        var testDescription: String { path }
    }

    private static let folder = Part(path: "/x", photo: "/x/b.jpg")
    private static let file = Part(path: "/z/d.jpg", photo: "/z/d.jpg")
    private static let odd = Part(path: "/what?.jpg", photo: "/what?.jpg")

    private static let cases: [(Part, Fault)] =
        [403, 404, 405, 410, 423, 500, 503, 507].map { (folder, .request($0)) }
        + [403, 404, 423, 500].flatMap { [(folder, .member($0)), (file, .member($0))] }
        + [(folder, .untyped), (file, .untyped), (odd, .unencoded)]

    @Test(arguments: WebDAVFixture.Abilities.all, cases)
    func theRestIsMirrored(
        _ abilities: WebDAVFixture.Abilities, _ example: (part: Part, fault: Fault)
    ) throws {
        let (part, fault) = example
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write(
            "/a.jpg", "/what?.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg", "/z/e.jpg", "/w/v/f.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        #expect(try library.run() == .completed)
        fixture.tree.write("/w/v/seen.jpg")
        #expect(try library.run() == .completed)
        let kept = try #require(library.revisions[part.photo])
        for path in ["/a.jpg", "/z/e.jpg", "/w/v/f.jpg"] {
            fixture.tree.remove(path)
            fixture.tree.write("/new" + path)
            let end = try library.run { change(&$1, to: $0, part, fault) }
            #expect(end == .completed)
            // Unchanged tags, and a report that does not name it, show that the part is unchanged.
            if !abilities.propagates { #expect(!library.unlisted.isEmpty) }
            #expect(
                library.unlisted.allSatisfy { $0.message.hasPrefix(part.path.prefix(4)) },
                "\(library.unlisted)")
            #expect(library.revisions == library.expected)
            // Each run names it, and a run without changes removes nothing either.
            #expect(try library.run { change(&$1, to: $0, part, fault) } == .completed)
            if !abilities.propagates { #expect(!library.unlisted.isEmpty) }
            #expect(library.revisions == library.expected)
            #expect(library.revisions[part.photo] == kept)
        }
        fixture.tree.remove(part.photo)
        fixture.tree.write("/x/y/late.jpg")
        #expect(try library.run() == .completed)
        #expect(library.unlisted.isEmpty)
        #expect(library.revisions == library.expected)
    }

    @Test func aPartThatIsNotListedAtFirstIsListedLater() throws {
        for abilities in WebDAVFixture.Abilities.all {
            let fixture = WebDAVFixture(abilities)
            fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
            let library = ModelLibrary(fixture, on: VirtualScheduler())
            let end = try library.run { change(&$1, to: $0, Self.folder, .member(403)) }
            #expect(end == .completed)
            #expect(Set(library.revisions.keys) == ["/a.jpg", "/z/d.jpg"])
            #expect(library.unlisted.map(\.code) == [.permissionMissing])
            #expect(try library.run() == .completed)
            #expect(library.revisions == library.expected, "\(abilities)")
        }
    }

    /// A folder that could not be listed, and that is empty later, has changed.
    @Test(arguments: WebDAVFixture.Abilities.all, [404, 403])
    func aPartThatIsEmptyWhenItIsListedAgainLosesItsPhotos(
        _ abilities: WebDAVFixture.Abilities, _ status: Int
    ) throws {
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/y/c.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        #expect(try library.run() == .completed)
        fixture.tree.remove("/x/y/c.jpg")
        fixture.tree.remove("/x/y")
        fixture.tree.write("/b.jpg")
        let end = try library.run { change(&$1, to: $0, Self.folder, .request(status)) }
        #expect(end == .completed)
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
    }

    /// Tags of folders stay of use beside a folder that is never listed.
    @Test func aWalkListsTheFoldersAboveThePartAndNoOthers() throws {
        let fixture = WebDAVFixture(
            WebDAVFixture.Abilities(description: "propagating tags", propagates: true))
        fixture.tree.write("/a.jpg", "/x/y/no/b.jpg", "/x/w/c.jpg", "/z/v/d.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        func run() throws {
            let end = try library.run { request, answer in
                if request == "PROPFIND 1 /x/y/no" { answer = StubResponse(403) }
            }
            #expect(end == .completed)
        }
        #expect(try library.run() == .completed)
        fixture.tree.write("/z/v/seen.jpg")
        #expect(try library.run() == .completed)
        fixture.tree.write("/x/y/no/new.jpg")
        for _ in 0..<3 {
            try run()
            #expect(library.unlisted.count == 1)
            let walked = library.lastRequests.filter { $0.hasPrefix("PROPFIND 1") }
            #expect(
                walked == [
                    "PROPFIND 1 ", "PROPFIND 1 /x", "PROPFIND 1 /x/y", "PROPFIND 1 /x/y/no",
                ])
            #expect(library.position?.memory.propagation == .seen)
        }
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
        #expect(library.position?.memory.propagation == .seen)
    }

    // MARK: The folder of the account

    @Test(arguments: ["PROPFIND 0 ", "PROPFIND 1 "])
    func aRefusedRootEndsTheRun(_ place: String) throws {
        let fixture = WebDAVFixture(.walk)
        fixture.tree.write("/a.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        let end = try library.run { request, answer in
            if request == place { answer = StubResponse(403) }
        }
        #expect(end.error?.code == .permissionMissing)
        #expect(end.error?.advice?.contains("token") == false)
    }

    /// A proxy that does not pass on the host, or a part of the path.
    @Test(
        arguments: ["http://backend.internal:8080/files/ada%20l", "/ada%20l", ""],
        ["PROPFIND 0 ", "PROPFIND 1 "])
    func addressesOutsideOfTheEndpointAreNamedWithIt(_ address: String, _ place: String) throws {
        let fixture = WebDAVFixture(.walk)
        fixture.tree.write("/a.jpg", "/x/b.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        let end = try library.run { request, answer in
            guard request == place else { return }
            let text = String(decoding: answer.body, as: UTF8.self)
            answer.body = Array(text.replacing(">/files/ada%20l", with: ">\(address)").utf8)
        }
        let error = try #require(end.error)
        #expect(error.code == .malformedAnswer)
        for part in ["\(address)/", "https://dav.example/files/ada%20l"] {
            #expect(error.message.contains(part), "\(error)")
        }
        #expect(
            error.advice?.contains("proxy") == true && error.advice?.contains("--endpoint") == true)
    }

    // MARK: Answers

    /// Changes an answer as a server does that leaves a part out.
    private func change(
        _ answer: inout StubResponse, to request: String, _ part: Part, _ fault: Fault
    ) {
        let folder = request.split(separator: " ", omittingEmptySubsequences: false).dropFirst(2)
            .joined(separator: " ")
        let isInside = folder == part.path || folder.hasPrefix(part.path + "/")
        if isInside {
            switch fault {
            case .request(let status), .member(let status): answer = StubResponse(status)
            case .untyped, .unencoded: break
            }
        }
        guard answer.status == 207 else { return }
        let end = "</D:response>"
        let text = String(decoding: answer.body, as: UTF8.self)
        answer.body = Array(
            text.components(separatedBy: end).map { response in
                changed(response, part, fault, isInside: isInside)
            }.joined(separator: end).utf8)
    }

    private func changed(
        _ response: String, _ part: Part, _ fault: Fault, isInside: Bool
    ) -> String {
        let address = "/files/ada%20l" + part.path.replacing("?", with: "%3F")
        let isItself = response.contains(address + "<") || response.contains(address + "/<")
        guard let start = response.range(of: "<D:response>") else { return response }
        let head = String(response[..<start.lowerBound])
        let isBelow = response.contains(address + "/") && !isItself
        switch fault {
        case .request:
            // An answer with everything is refused in the same way.
            return isBelow && !isInside
                ? head + "<D:response><D:href>\(address)/</D:href>"
                    + "<D:status>HTTP/1.1 403 No</D:status>" : response
        case .member(let status) where isItself || isBelow:
            return head + "<D:response><D:href>\(address)</D:href>"
                + "<D:status>HTTP/1.1 \(status) No</D:status>"
        case .untyped where isItself:
            return response.replacing(/<D:resourcetype(\/>|>.*?<\/D:resourcetype>)/, with: "")
                .replacing(
                    "</D:prop><D:status>HTTP/1.1 200",
                    with: "</D:prop><D:status>HTTP/1.1 200</D:status></D:propstat><D:propstat>"
                        + "<D:prop><D:resourcetype/></D:prop><D:status>HTTP/1.1 403")
        case .unencoded where isItself: return response.replacing("%3F", with: "?")
        case .member, .untyped, .unencoded: return response
        }
    }
}
