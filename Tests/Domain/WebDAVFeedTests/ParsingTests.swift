import HTTPGateway
import PhotoFeed
import Testing
import TextFormats

@testable import WebDAVFeed

/// The members of an answer, and what is made of them.
@Suite struct ParsingTests {
    private func parse(_ text: String, _ base: String = "https://h.example/dav/") throws
        -> MultistatusParser
    {
        var parser = MultistatusParser(base: try #require(WebDAVBase(HTTPURL(base))))
        try parser.read(Array(text.utf8))
        try parser.finish()
        return parser
    }

    @Test(
        arguments: [
            ("/dav/a.jpg", .below("/a.jpg")), ("/dav", .below("")), ("/dav/", .below("")),
            ("/dav/Trip/", .below("/Trip")), ("/d%61v/a%20b%26", .below("/a b&")),
            ("/dav//a", .below("/a")), ("/dav/a%2520b", .below("/a%20b")),
            ("/dav/%E4%B8%AD", .below("/\u{4E2D}")), ("https://h.example/dav/a", .below("/a")),
            ("HTTP://H.example:8080/dav/a", .below("/a")),
            ("http%3A//h.example%3A8080/dav/a", .below("/a")),
            ("http%3A//other.example/dav/a", .outside), ("http%3A", .outside),
            ("a%3A/dav/a", .outside), ("/dav/a+b", .below("/a+b")),
            ("/dav/%E4", .unreadable), ("/dav/a%2Fb", .unreadable), ("/dav/a%00", .unreadable),
            ("/dav/a%Z1", .unreadable), ("/dav/a%", .unreadable),
            ("/da", .outside), ("/davx/a", .outside), ("/", .outside), ("", .outside),
            ("a.jpg", .outside), ("//h.example/dav/a", .outside), ("/dav/../a", .outside),
            ("/dav/%2e%2E/a", .outside), ("/dav/./a", .outside),
            ("/dav/a?b", .unclear(["/a?b", "/a"])), ("/dav/a#b", .unclear(["/a#b", "/a"])),
            ("/dav/a?b/c%20d", .unclear(["/a?b/c d", "/a"])), ("/dav?a", .outside),
            ("/other/a?b", .outside), ("https://other.example/dav/a", .outside),
            ("https://h.example@other.example/dav/a", .outside),
            ("https://u@h.example/dav/a", .outside), ("ftp://h.example/dav/a", .outside),
        ] as [(String, WebDAVBase.Place)])
    func anHrefIsConfinedToTheBase(_ href: String, _ place: WebDAVBase.Place) throws {
        let base = try #require(WebDAVBase(HTTPURL("https://h.example/dav/")))
        #expect(base.place(of: href) == place)
    }

    // A slash and a combining mark after it are one `Character`.
    @Test(
        arguments: [
            ("/\u{301}a", .below("/\u{301}a")), ("//\u{301}h.example/a", .outside),
            ("https://h.example/\u{301}a", .below("/\u{301}a")),
            ("http%3A//h.example/\u{301}a", .below("/\u{301}a")),
            ("https://h.example:1@\u{301}other.example/a", .outside),
        ] as [(String, WebDAVBase.Place)])
    func aCombiningMarkChangesNoDelimiterOfAnHref(
        _ href: String, _ place: WebDAVBase.Place
    ) throws {
        let base = try #require(WebDAVBase(HTTPURL("https://h.example/")))
        #expect(base.place(of: href) == place)
    }

    @Test func aPathThatIsTooDeepOrTooLongIsUnreadable() throws {
        let base = try #require(WebDAVBase(HTTPURL("https://h.example/dav/")))
        let deep = String(repeating: "/a", count: WebDAVBase.maximumDepth)
        #expect(base.place(of: "/dav\(deep)") == .below(deep))
        #expect(base.place(of: "/dav\(deep)/a") == .unreadable)
        let long = "/" + String(repeating: "a", count: WebDAVBase.maximumLength)
        #expect(base.place(of: "/dav\(long)") == .unreadable)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:49:37 +0100",
        "Sun, 6 Nov 1994 8:49:37 GMT", "Sun Nov  6 08:49:37 UTC 1994", "1994-11-06T08:49:37Z",
        "1994-11-06T09:49:37.123+01:00", "06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 03:49:37 -0500", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sun, 06-Nov-1994 08:49:37 GMT",
    ])
    func dates(_ text: String) {
        #expect(WebDAVDate.seconds(text) == 784_111_777)
    }

    @Test(arguments: [("69", 3_150_953_377), ("70", 26_729_377), ("00", 973_500_577)])
    func aYearOfTwoDigitsIsOneOf1970To2069(_ year: String, _ seconds: Int64) {
        #expect(WebDAVDate.seconds("Sunday, 06-Nov-\(year) 08:49:37 GMT") == seconds)
    }

    @Test(arguments: [
        "", "now", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37 XYZ", "1994-11-06", "1994-11-06T08:49:37",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
    func aDateThatIsNotKnownIsNoError(_ text: String) {
        #expect(WebDAVDate.seconds(text) == nil)
    }

    @Test(
        arguments: [
            ("\"a\"", "a"), ("W/\"a\"", "a"), ("a", "a"), ("\"\"", nil), ("", nil), ("W/a", "a"),
            ("\"", "\""), ("\"\u{301}a\"", "\u{301}a"),
        ] as [(String, String?)])
    func tagsAreComparedWithoutTheirMarks(_ text: String, _ tag: String?) {
        #expect(MultistatusParser.tag(text) == tag)
    }

    @Test func propertiesComeFromSuccessfulPartsInAnyOrder() throws {
        var parser = try parse(
            """
            <multistatus xmlns="DAV:" xmlns:oc="http://owncloud.org/ns"><response>
            <propstat><status>HTTP/1.1 403 Forbidden</status><prop><getetag>no</getetag></prop>
            </propstat><href>\n/dav/a%20b.jpg </href><propstat><status>HTTP/1.1 200</status><prop>
            <getcontentlength> 17 </getcontentlength><getetag>W/"e&amp;f"</getetag>
            <oc:fileid>9</oc:fileid><getlastmodified>bad</getlastmodified>
            <x:getetag xmlns:x="urn:x">other</x:getetag><resourcetype/></prop></propstat>
            <propstat><prop><getcontentlength/></prop><status>HTTP/1.1 404</status></propstat>
            </response><response><href>/dav/c/</href><propstat><prop><iscollection>1</iscollection>
            </prop><status>HTTP/1.1 200 OK</status></propstat></response>
            <response><href>/dav/gone</href><status>HTTP/1.1 404 Not Found</status></response>
            <sync-token>urn:t&#58;1</sync-token></multistatus>
            """)
        let members = parser.takeMembers()
        #expect(members.map(\.path) == ["/a b.jpg", "/c", "/gone"])
        #expect(members.map(\.isFolder) == [false, true, false])
        #expect(members.map(\.isDescribed) == [true, true, false])
        #expect(members[0].length == 17 && members[0].tag == "e&f" && members[0].fileID == "9")
        #expect(members[0].modified == nil && members[2].status == 404)
        #expect(parser.syncToken == "urn:t:1" && parser.foreignAddress == nil)
    }

    @Test func aCombiningMarkChangesNoDelimiterOfAnAnswer() throws {
        var parser = try parse(
            """
            <multistatus xmlns="DAV:"><response><href>/dav/a \u{301}</href>
            <status>HTTP/1.1 404 \u{301}</status></response>
            <response><href>/dav/b\u{D4E}/</href><propstat><status>HTTP/1.1 200 OK</status><prop>
            <getetag>1</getetag></prop></propstat></response></multistatus>
            """)
        let members = parser.takeMembers()
        #expect(members.map(\.path) == ["/a \u{301}", "/b\u{D4E}"])
        #expect(members[0].status == 404)
        // A file whose address ends with a slash is not described.
        #expect(!members[1].isDescribed)
    }

    @Test func withoutATagTheTimeAndTheLengthAreTheRevision() {
        var member = WebDAVMember(path: "/a.jpg")
        member.modified = FeedTime(secondsSinceEpoch: 7)
        member.length = 9
        #expect(member.revision == "7-9")
        member.tag = "t"
        #expect(member.revision == "t")
    }

    @Test(arguments: [nil, "a\n%\r\u{4E2D}", "", "\u{301}a"])
    func aCursorIsReadAsItWasWritten(_ tag: String?) throws {
        let memory = WebDAVMemory(
            syncToken: tag, tag: tag, near: WebDAVDigest(1, .max), deep: WebDAVDigest(2, 3),
            propagation: .seen, listed: 5, hasFileIDs: true)
        let positions: [WebDAVCursor.Position] = [
            .following, .listing(after: nil, isPartial: false),
            .listing(after: "/a\n-b", isPartial: true), .listing(after: "", isPartial: false),
        ]
        for position in positions {
            for former in [nil, memory] {
                let cursor = WebDAVCursor(
                    folder: "/Trip", position: position, memory: memory, former: former)
                #expect(WebDAVCursor(cursor.text) == cursor)
            }
        }
    }

    @Test(arguments: [Int64.min, 253_402_300_800])
    func aCursorWithATimeThatNoServerHasIsUnknown(_ listed: Int64) {
        let memory = WebDAVMemory(propagation: .seen, listed: listed)
        let cursor = WebDAVCursor(folder: "", position: .following, memory: memory)
        #expect(WebDAVCursor(cursor.text) == nil)
    }

    @Test(arguments: ["", "?", "webdav1", "webdav2\n+\nfollowing\n-", "webdav1\n+\nother\n-"])
    func aCursorOfAnotherServerIsUnknown(_ text: String) {
        #expect(WebDAVCursor(FeedCursor(rawValue: text)) == nil)
    }
}
