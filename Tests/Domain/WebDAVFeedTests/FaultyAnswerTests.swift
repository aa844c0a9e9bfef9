import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// Answers that are cut, malformed, partial, refused or of a failing server.
///
/// A library removes what a complete listing does not contain. So a listing with such an answer
/// fails, or names what it lacks, or contains everything because another request has replaced the
/// answer.
@Suite struct FaultyAnswerTests {
    /// A fault, which changes the good answer.
    struct Fault: Sendable, CustomStringConvertible {
        let description: String
        let change: @Sendable (inout StubResponse) -> Void

        init(_ description: String, _ change: @escaping @Sendable (inout StubResponse) -> Void) {
            self.description = description
            self.change = change
        }

        init(_ description: String, text change: @escaping @Sendable (String) -> String) {
            self.init(description) { answer in
                answer.body = Array(change(String(decoding: answer.body, as: UTF8.self)).utf8)
            }
        }

        init(_ status: Int) {
            self.init("status \(status)") { $0 = StubResponse(status) }
        }
    }

    private static let ok = "<D:status>HTTP/1.1 200</D:status>"

    static let faults: [Fault] =
        [0, 10, 30, 50, 70, 90, 99].map { percent in
            Fault("cut after \(percent) %") {
                $0.body = Array($0.body.prefix($0.body.count * percent / 100))
            }
        } + [
            Fault("a broken connection") { $0.breaksAfter = $0.body.count / 2 },
            Fault("no answer at all") { $0.breaksAfter = 0 },
            Fault("status 200 instead of 207") { $0.status = 200 },
            Fault("a page") { $0 = .text("<html><body>Sign in</body></html>") },
            Fault("a page with status 207") { $0 = .text("<html/>", status: 207) },
            Fault("a redirect") { $0 = .redirect(301, to: "https://other.example/") },
            Fault("the answer for another folder") {
                $0 = .redirect(302, to: "https://dav.example/files/ada%20l/")
            },
            Fault("no members") {
                $0 = .text("<D:multistatus xmlns:D='DAV:'/>", status: 207)
            },
            Fault("another namespace") { $0.replace("\"DAV:\"", "\"DAV\"") },
            Fault("an undeclared prefix") { $0.replace("<D:href>", "<E:href>") },
            Fault("an end tag without a start") { $0.replace("</D:href>", "</D:ref>") },
            Fault("a document type") {
                $0.replace("<D:multistatus", "<!DOCTYPE a><D:multistatus")
            },
            Fault("an unknown entity") { $0.replace("<D:href>", "<D:href>&nbsp;") },
            Fault("invalid UTF-8") { $0.body[$0.body.count / 2] = 0xFF },
            Fault("a control character") { $0.body[$0.body.count / 2] = 0x01 },
            Fault("two roots", text: { $0 + "<a/>" }),
            Fault("text after the root", text: { $0 + "x" }),
            Fault("another encoding") { $0.replace("UTF-8", "UTF-16") },
            Fault("a forbidden part") { $0.replace(ok, "<D:status>HTTP/1.1 403 No</D:status>") },
            Fault("a failed part") { $0.replace(ok, "<D:status>HTTP/1.1 500 No</D:status>") },
            Fault("a part without a status") { $0.replace(ok, "") },
            Fault("a status that is none") { $0.replace(ok, "<D:status>yes</D:status>") },
            Fault("addresses of another host") {
                $0.replace("<D:href>", "<D:href>https://o.example")
            },
            Fault("addresses outside the base") { $0.replace("/files/", "/other/") },
            Fault("addresses with dots") { $0.replace("ada%20l", "ada%20l/../x") },
            Fault("members without an address") { $0.replace("D:href>", "D:ref>") },
            Fault("a folder that is a file") { $0.replace("<D:collection/>", "") },
            Fault("a deep nesting") {
                $0.replace("<D:prop>", "<D:prop>" + String(repeating: "<D:x>", count: 100))
            },
            Fault("a long text") {
                $0.replace("<D:href>", "<D:href>" + String(repeating: "x", count: 70_000))
            },
            Fault("an insufficient storage") {
                $0.replace("<D:propstat>", "<D:status>HTTP/1.1 507 X</D:status><D:propstat>")
            },
            Fault("an answer that says that it is cut") { answer in
                let text = String(decoding: answer.body, as: UTF8.self)
                let itself = text.firstMatch(of: /<D:href>[^<]*<\/D:href>/)?.0 ?? ""
                let cut = "<D:response>\(itself)<D:status>HTTP/1.1 507 X</D:status></D:response>"
                answer.replace("</D:multistatus>", cut + "</D:multistatus>")
            },
            Fault("an answer that calls its folder missing") { answer in
                let text = String(decoding: answer.body, as: UTF8.self)
                let itself = text.firstMatch(of: /<D:href>[^<]*<\/D:href>/)?.0 ?? ""
                let missing = "<D:response>\(itself)<D:status>HTTP/1.1 404 X</D:status>"
                answer.replace("</D:multistatus>", "\(missing)</D:response></D:multistatus>")
            },
            Fault("a locked member") {
                $0.replace("<D:propstat>", "<D:status>HTTP/1.1 423 X</D:status><D:propstat>")
            },
        ]
        + [
            204, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 423, 424, 425, 429, 500, 501,
            502, 503, 504, 507, 509, 599,
        ].map(Fault.init)

    private static let photos: Set = ["/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg"]

    @Test func thereAreEnoughRows() {
        #expect(Self.faults.count * 4 >= 100)
    }

    @Test(arguments: faults, ["PROPFIND 0 ", "PROPFIND 1 "])
    func aFaultyAnswerForTheRootEndsTheRunOrNamesWhatItLacks(
        _ fault: Fault, _ place: String
    ) throws {
        let (pages, end) = try list(.walk, fault, place)
        guard end == .completed else { return #expect(!pages.contains { !$0.hasMore }) }
        #expect(place != "PROPFIND 0 ")
        check(pages, lacking: "")
    }

    @Test(arguments: faults, ["/x", "/x/y"])
    func aFaultyAnswerLimitsItsEffectToItsFolder(_ fault: Fault, _ folder: String) throws {
        let (pages, end) = try list(.walk, fault, "PROPFIND 1 \(folder)")
        guard end == .completed else {
            // The credential and the rate concern every request.
            #expect(["status 401", "status 429"].contains(fault.description), "\(end as Any)")
            return #expect(!pages.contains { !$0.hasMore })
        }
        check(pages, lacking: folder)
    }

    /// Checks that a complete listing names what it lacks, which is in `folder`.
    private func check(_ pages: [FeedPage], lacking folder: String) {
        #expect(pages.last?.hasMore == false)
        let changes = pages.flatMap(\.changes)
        let unlisted = changes.compactMap { change -> String? in
            guard case .unlisted(let path, let error) = change else { return nil }
            let name = path.isEmpty ? "the folder of the account" : path
            #expect(error.message.hasPrefix(name + ": "), "\(error)")
            return path
        }
        #expect(!unlisted.isEmpty)
        #expect(unlisted.allSatisfy { $0 == folder || $0.hasPrefix(folder + "/") })
        let found = Self.photos(in: changes)
        for photo in Self.photos.subtracting(found) {
            #expect(unlisted.contains { photo == $0 || photo.hasPrefix($0 + "/") }, "\(photo)")
        }
        if !folder.isEmpty {
            #expect(found.isSuperset(of: Self.photos.filter { !$0.hasPrefix(folder + "/") }))
        }
    }

    private static func photos(in changes: [NodeChange]) -> Set<String> {
        Set(changes.compactMap { if case .media(let node) = $0 { node.pathKey } else { nil } })
    }

    /// The abilities of a server, and the request whose answers are faulty.
    private static let places: [(abilities: String, request: String)] = [
        ("walk", "PROPFIND 0 "), ("walk", "PROPFIND 1 "), ("walk", "PROPFIND 1 /x"),
        ("walk", "PROPFIND 1 /x/y"), ("propagating tags", "PROPFIND 1 /x"),
        ("infinity", "PROPFIND infinity "), ("reports", "REPORT 0 "),
    ]

    /// The faulty answers arrive in a run that has something to list, and whatever happens before
    /// or after them, each photo that the server has stays in the library.
    @Test(arguments: faults, places)
    func nothingIsRemovedByAFaultyAnswer(
        _ fault: Fault, _ place: (abilities: String, request: String)
    ) throws {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == place.abilities })
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        let library = ModelLibrary(fixture, on: VirtualScheduler())
        #expect(try library.run() == .completed)
        for path in ["/x/y/new.jpg", "/x/y/newer.jpg"] {
            fixture.tree.write(path)
            // A run that is killed shows what its pages have done until then.
            for limit in [1, 2, .max] {
                let end = try library.run(killedAfter: limit) { request, answer in
                    if request == place.request { fault.change(&answer) }
                }
                #expect(Self.photos.isSubset(of: library.revisions.keys), "\(end)")
            }
        }
        #expect(try library.run() == .completed)
        #expect(library.revisions == library.expected)
    }

    /// Cyrus names a missing folder twice, and Xandikos by an encoded address.
    @Test(arguments: [
        ["/files/ada%20l/"], ["/files/ada%20l", "/files/ada%20l"],
        ["https%3A//dav.example%3A443/files/ada%20l/"],
    ])
    func aMultistatusThatContainsNothingButAMissingFolderMeansNotFound(_ addresses: [String]) throws
    {
        let responses = addresses.map {
            "<D:response><D:href>\($0)</D:href><D:status>HTTP/1.1 404 X</D:status></D:response>"
        }
        let text = "<D:multistatus xmlns:D='DAV:'>\(responses.joined())</D:multistatus>"
        let fault = Fault("a missing folder") { $0 = .text(text, status: 207) }
        let (pages, end) = try list(.walk, fault, "PROPFIND 0 ")
        #expect(pages.isEmpty)
        #expect(end == .failed(FeedError(.folderNotFound, "")))
    }

    /// A folder that counted as a file would remove everything in it.
    @Test(arguments: ["403 No", "500 No", ""])
    func aFolderWhoseTypeTheServerRefusesIsNoFile(_ status: String) throws {
        let fault = Fault("a refused type") { answer in
            let type = "<D:resourcetype><D:collection/></D:resourcetype>"
            let text = String(decoding: answer.body, as: UTF8.self)
            let line = status.isEmpty ? "" : "<D:status>HTTP/1.1 \(status)</D:status>"
            // The first one is that of the folder itself.
            let places = text.ranges(of: type).dropFirst()
            var changed = text
            for place in places.reversed() {
                changed.insert(
                    contentsOf: "</D:prop>\(line)</D:propstat><D:propstat><D:prop>",
                    at: place.upperBound)
            }
            answer.body = Array(changed.utf8)
        }
        let (pages, end) = try list(.walk, fault, "PROPFIND 1 ")
        #expect(end == .completed)
        check(pages, lacking: "")
        #expect(!pages.flatMap(\.changes).contains(.otherFile(pathKey: "/x")))
    }

    @Test(arguments: faults)
    func aFaultyAnswerWithEverythingIsReplacedByAWalk(_ fault: Fault) throws {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == "infinity" })
        let (pages, end) = try list(abilities, fault, "PROPFIND infinity ")
        check(pages, end)
    }

    @Test(arguments: faults)
    func aFaultyReportOfEverythingIsReplacedByAListing(_ fault: Fault) throws {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == "reports" })
        let (pages, end) = try list(abilities, fault, "REPORT 0 ")
        check(pages, end)
    }

    @Test(arguments: faults)
    func aFaultyReportOfChangesRemovesNothing(_ fault: Fault) throws {
        let abilities = try #require(
            WebDAVFixture.Abilities.all.first { $0.description == "reports" })
        let (pages, _) = try list(abilities, nil, "")
        let cursor = try #require(pages.last?.cursor)
        let (changes, end) = try list(abilities, fault, "REPORT 0 ", from: .cursor(cursor))
        for case .deleted(let path) in changes.flatMap(\.changes) {
            Issue.record("\(path) was removed")
        }
        // A report without members is a valid one: it says that nothing has changed.
        if end == .completed { #expect(changes.flatMap(\.changes).isEmpty) }
    }

    /// Checks that a listing has failed, or contains everything.
    private func check(_ pages: [FeedPage], _ end: Completion<FeedError>?) {
        #expect(end != nil)
        guard end == .completed else { return #expect(!pages.contains { !$0.hasMore }) }
        #expect(Self.photos(in: pages.flatMap(\.changes)) == Self.photos)
    }

    /// Lists an account whose answers to `place` have a fault.
    private func list(
        _ abilities: WebDAVFixture.Abilities, _ fault: Fault?, _ place: String,
        from start: FeedStart = .beginning(folder: "")
    ) throws -> ([FeedPage], Completion<FeedError>?) {
        let fixture = WebDAVFixture(abilities)
        fixture.tree.write("/a.jpg", "/x/b.jpg", "/x/y/c.jpg", "/z/d.jpg")
        let scheduler = VirtualScheduler()
        return try scheduler.enter {
            let gateway = fixture.makeGateway { request, answer in
                if request == place { fault?.change(&answer) }
            }
            let fetchers = try fixture.provider.makeFetchers(
                FeedConnection(gateway: gateway, credential: fixture.credential))
            var pages: [FeedPage] = []
            var end: Completion<FeedError>?
            fetchers.nodes.pages(from: start).observe({ pages.append($0) }, ended: { end = $0 })
            scheduler.run()
            return (pages, end)
        }
    }
}

extension StubResponse {
    fileprivate mutating func replace(_ text: String, _ other: String) {
        let whole = String(decoding: body, as: UTF8.self)
        body = Array(whole.replacing(text, with: other).utf8)
    }
}
