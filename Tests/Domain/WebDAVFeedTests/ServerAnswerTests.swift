import Foundation
import HTTPGateway
import PhotoFeed
import Testing

@testable import WebDAVFeed

/// Answers in the forms of thirteen servers, each with eight members.
///
/// The servers differ in prefixes, in the order of elements, in the form of addresses, tags, dates
/// and status lines, and in the way in which they leave out a property.
@Suite struct ServerAnswerTests {
    /// A member of the account.
    struct Case: Sendable, CustomTestStringConvertible {
        let path: String
        var length: Int64?

        var isFolder: Bool { length == nil }
        var testDescription: String { path }

        static let all = [
            Case(path: ""), Case(path: "/Trip"), Case(path: "/a.jpg", length: 17),
            Case(path: "/Trip/b c.jpg", length: 18),
            Case(path: "/Trip/\u{E9}t\u{E9} & <1>.jpg", length: 19),
            Case(path: "/100% #1?.jpg", length: 20), Case(path: "/empty.jpg", length: 0),
            Case(path: "/\u{4E2D}\u{1F389}/big.mov", length: 5_000_000_000),
        ]
    }

    /// The form of a server's answers.
    struct Server: Sendable, CustomTestStringConvertible {
        let name: String
        /// The start tag of the document, with its namespaces.
        let root: String
        /// The path of the folder of the account.
        var base = "/dav"
        /// The tag of a file, as the parser returns it.
        var fileTag: String?
        var folderTag: String?
        var fileID: String?
        /// Returns the element of a member, whose address is `href`.
        let response: @Sendable (_ member: Case, _ href: String) -> String
        var address: @Sendable (_ encoded: String) -> String = { $0 }
        /// The characters that are not encoded in an address, besides letters and digits.
        var plain = "/-._~"

        var testDescription: String { name }

        func document(_ member: Case) -> String {
            let allowed = CharacterSet(
                charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                    + plain)
            let path = base + member.path + (member.isFolder ? "/" : "")
            let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            let end = root.dropFirst().prefix { $0 != " " && $0 != ">" }
            return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root
                + response(member, address(encoded.replacing("&", with: "&amp;"))) + "</\(end)>\n"
        }
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let servers: [Server] = [
        Server(
            name: "Nextcloud",
            root: #"<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" "#
                + #"xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">"#,
            base: "/remote.php/dav/files/ada", fileTag: "5f1c", folderTag: "5f1c", fileID: "4711"
        ) { member, href in
            let length =
                member.length.map { "<d:getcontentlength>\($0)</d:getcontentlength>" } ?? ""
            let type = member.isFolder ? "<d:collection/>" : ""
            return """
                <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\
                <d:resourcetype>\(type)</d:resourcetype>\(length)\
                <d:getlastmodified>\(date)</d:getlastmodified>\
                <d:getetag>&quot;5f1c&quot;</d:getetag><oc:fileid>4711</oc:fileid>\
                <oc:checksums><oc:checksum>SHA1:aa MD5:bb ADLER32:cc</oc:checksum></oc:checksums>\
                <nc:has-preview>true</nc:has-preview></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
                </d:propstat><d:propstat><d:prop><d:quota-used-bytes/></d:prop>\
                <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
                """
        },
        Server(
            name: "ownCloud 10",
            root: #"<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">"#,
            base: "/remote.php/webdav", fileTag: "b7", folderTag: "b7", fileID: "00000042oc"
        ) { member, href in
            """
            <d:response><d:href>\(href)</d:href><d:propstat><d:prop>
              <d:getetag>"b7"</d:getetag><oc:fileid>00000042oc</oc:fileid>
              <d:getlastmodified>\(date)</d:getlastmodified>
              <d:resourcetype>\(member.isFolder ? "<d:collection></d:collection>" : "")\
            </d:resourcetype>
              \(member.length.map { "<d:getcontentlength>\($0)</d:getcontentlength>" } ?? "")
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        },
        Server(
            name: "OpenCloud",
            root: #"<d:multistatus xmlns:s="http://sabredav.org/ns" xmlns:d="DAV:" "#
                + #"xmlns:oc="http://owncloud.org/ns">"#,
            base: "/dav/spaces/1$2!3", fileTag: "c0ffee", folderTag: "c0ffee", fileID: "1$2!4",
            response: { member, href in
                """
                <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\
                <oc:fileid>1$2!4</oc:fileid><d:getetag>&#34;c0ffee&#34;</d:getetag>\
                <d:resourcetype>\(member.isFolder ? "<d:collection/>" : "")</d:resourcetype>\
                \(member.length.map { "<d:getcontentlength>\($0)</d:getcontentlength>" } ?? "")\
                <d:getlastmodified>\(date)</d:getlastmodified></d:prop>\
                <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
                """
            }, plain: "/-._~$!"),
        Server(
            name: "sabre/dav", root: #"<d:multistatus xmlns:d="DAV:">"#, fileTag: "s1"
        ) { member, href in
            let type = member.isFolder ? "<d:collection/>" : ""
            let known =
                member.length.map {
                    "<d:getcontentlength>\($0)</d:getcontentlength><d:getetag>\"s1\"</d:getetag>"
                } ?? ""
            let missing = member.isFolder ? "<d:getcontentlength/><d:getetag/>" : "<d:owner/>"
            return """
                <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\
                <d:getlastmodified xmlns:b="urn:uuid:c2f41010-65b3-11d1-a29f-00aa00c14882/" \
                b:dt="dateTime.rfc1123">\(date)</d:getlastmodified>\
                <d:resourcetype>\(type)</d:resourcetype>\(known)</d:prop>\
                <d:status>HTTP/1.1 200 OK</d:status></d:propstat>\
                <d:propstat><d:prop>\(missing)</d:prop><d:status>HTTP/1.1 404 Not Found</d:status>\
                </d:propstat></d:response>
                """
        },
        Server(
            name: "Apache mod_dav", root: #"<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">"#,
            fileTag: "11-5a8", folderTag: "1000-5a8",
            response: { member, href in
                let tag = member.isFolder ? "\"1000-5a8\"" : "W/\"11-5a8\""
                return """
                    <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
                    <D:href>\(href)</D:href>
                    <D:propstat>
                    <D:prop>
                    <lp1:resourcetype>\(member.isFolder ? "<D:collection/>" : "")</lp1:resourcetype>
                    \(member.length.map {
                        "<lp1:getcontentlength>\($0)</lp1:getcontentlength>" } ?? "")
                    <lp1:getlastmodified>\(date)</lp1:getlastmodified>
                    <lp1:getetag>\(tag)</lp1:getetag>
                    </D:prop>
                    <D:status>HTTP/1.1 200 OK</D:status>
                    </D:propstat>
                    </D:response>
                    """
            }, plain: "/-._~&:@+,;="),
        Server(
            name: "nginx dav-ext", root: #"<D:multistatus xmlns:D="DAV:">"#,
            response: { member, href in
                let length = member.length ?? 4_096
                return """
                    <D:response>
                    <D:href>\(href)</D:href>
                    <D:propstat>
                    <D:prop>
                    <D:displayname>\(member.isFolder ? "" : "a")</D:displayname>
                    \(member.isFolder ? "" : "<D:getcontentlength>\(length)</D:getcontentlength>")
                    <D:getlastmodified>\(date)</D:getlastmodified>
                    <D:resourcetype>\(member.isFolder ? "<D:collection/>" : "")</D:resourcetype>
                    <D:lockdiscovery/><D:supportedlock/>
                    </D:prop>
                    <D:status>HTTP/1.1 200 OK</D:status>
                    </D:propstat>
                    </D:response>
                    """
            }, plain: "/-._~&()!*'"),
        Server(
            name: "lighttpd mod_webdav",
            root: #"<D:multistatus xmlns:D="DAV:" xmlns:ns0="urn:uuid:c2f41010/">"#,
            fileTag: "2905143077", folderTag: "2905143077"
        ) { member, href in
            """
            <D:response>
            <D:href>\(href)</D:href>
            <D:propstat>
            <D:prop>
            <D:resourcetype>\(member.isFolder ? "<D:collection/>" : "")</D:resourcetype>\
            \(member.length.map { "<D:getcontentlength>\($0)</D:getcontentlength>" } ?? "")\
            <D:getetag>"2905143077"</D:getetag>\
            <D:getlastmodified ns0:dt="dateTime.rfc1123">\(date)</D:getlastmodified></D:prop>
            <D:status>HTTP/1.1 200 OK</D:status>
            </D:propstat>
            <D:propstat><D:prop/><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
            </D:response>
            """
        },
        Server(
            name: "rclone serve", root: #"<D:multistatus xmlns:D="DAV:">"#, base: "",
            fileTag: "16a4c1b0911"
        ) { member, href in
            let type =
                member.isFolder
                ? #"<D:resourcetype><D:collection xmlns:D="DAV:"/></D:resourcetype>"#
                : "<D:resourcetype></D:resourcetype><D:getetag>\"16a4c1b0911\"</D:getetag>"
                    + "<D:getcontentlength>\(member.length ?? 0)</D:getcontentlength>"
            return """
                <D:response><D:href>\(href)</D:href><D:propstat><D:prop>\(type)\
                <D:displayname></D:displayname><D:getlastmodified>\(date)</D:getlastmodified>\
                </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
                """
        },
        Server(
            name: "wsgidav", root: #"<ns0:multistatus xmlns:ns0="DAV:">"#, base: "",
            fileTag: "1048-784111777-17"
        ) { member, href in
            let file =
                member.length.map {
                    "<ns0:getcontentlength>\($0)</ns0:getcontentlength>"
                        + "<ns0:getetag>1048-784111777-17</ns0:getetag>"
                } ?? ""
            return """
                <ns0:response><ns0:href>\(href)</ns0:href><ns0:propstat><ns0:prop>\
                <ns0:resourcetype>\(member.isFolder ? "<ns0:collection />" : "")\
                </ns0:resourcetype><ns0:getlastmodified>\(date)</ns0:getlastmodified>\(file)\
                </ns0:prop><ns0:status>HTTP/1.1 200 OK</ns0:status></ns0:propstat></ns0:response>
                """
        },
        Server(
            name: "Xandikos", root: #"<ns0:multistatus xmlns:ns0="DAV:">"#, fileTag: "9f2e",
            folderTag: "77aa"
        ) { member, href in
            let tag = member.isFolder ? "77aa" : "9f2e"
            return """
                <ns0:response><ns0:href>\(href)</ns0:href><ns0:propstat>\
                <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop>\
                <ns0:getetag>"\(tag)"</ns0:getetag><ns0:resourcetype>\
                \(member.isFolder ? "<ns0:collection/>" : "")</ns0:resourcetype>\
                <ns0:getlastmodified>\(date)</ns0:getlastmodified>\
                \(member.length.map { "<ns0:getcontentlength>\($0)</ns0:getcontentlength>" } ?? "")\
                </ns0:prop></ns0:propstat></ns0:response>
                """
        },
        Server(
            name: "Cyrus",
            root: #"<multistatus xmlns="DAV:" xmlns:CY="http://cyrusimap.org/ns/">"#,
            base: "/dav/drive/user/ada", fileTag: "6a1-9"
        ) { member, href in
            let file =
                member.length.map {
                    "<getetag>\"6a1-9\"</getetag><getcontentlength>\($0)</getcontentlength>"
                } ?? ""
            return """
                <response>
                  <href>\(href)</href>
                  <propstat>
                    <prop><resourcetype>\(member.isFolder ? "<collection/>" : "")</resourcetype>\
                \(file)<getlastmodified>\(date)</getlastmodified></prop>
                    <status>HTTP/1.1 200 OK</status>
                  </propstat>
                </response>
                """
        },
        Server(
            name: "a Microsoft server",
            root: #"<a:multistatus xmlns:b="urn:uuid:c2f41010/" xmlns:a="DAV:">"#, fileTag: "e1",
            response: { member, href in
                """
                <a:response><a:href>\(href)</a:href><a:propstat><a:status>HTTP/1.1 200</a:status>\
                <a:prop><a:iscollection b:dt="boolean">\(member.isFolder ? "1" : "0")\
                </a:iscollection><a:getcontentlength b:dt="int">\(member.length ?? 0)\
                </a:getcontentlength><a:getlastmodified>1994-11-06T08:49:37Z</a:getlastmodified>\
                <a:getetag>\(member.isFolder ? "" : "\"e1\"")</a:getetag></a:prop></a:propstat>\
                </a:response>
                """
            }, address: { "http://dav.example\($0)" }),
        Server(
            name: "a server behind a proxy", root: #"<D:multistatus xmlns:D='DAV:'>"#,
            fileTag: "p", folderTag: "p",
            response: { member, href in
                """
                <!-- made by a proxy --><D:response><D:propstat><D:status>HTTP/1.0 200 Fine\
                </D:status><D:prop><D:getetag><![CDATA[W/"p"]]></D:getetag>\
                <D:getcontentlength> \(member.length.map(String.init) ?? "") </D:getcontentlength>\
                <D:getlastmodified>Sun, 6 Nov 1994 08:49:37 +0000</D:getlastmodified>\
                <D:resourcetype>\(member.isFolder ? "<D:collection/>" : "<x:file xmlns:x='y'/>")\
                </D:resourcetype></D:prop></D:propstat><D:href>
                  \(href)
                </D:href></D:response>
                """
            }, address: { "HTTPS://Dav.Example:8443\($0)" }),
    ]

    @Test func thereAreAHundredAnswers() {
        #expect(Self.servers.count * Case.all.count >= 100)
    }

    @Test(arguments: servers, Case.all)
    func theMemberIsThatOfTheServer(_ server: Server, _ member: Case) throws {
        let bytes = Array(server.document(member).utf8)
        // Whole, and in pieces that divide characters, tags and entities.
        for size in [bytes.count, 7, 1] {
            let base = try #require(WebDAVBase(HTTPURL("https://dav.example\(server.base)")))
            var parser = MultistatusParser(base: base)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try parser.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            try parser.finish()
            let found = try #require(parser.takeMembers().first)
            #expect(parser.foreignAddress == nil)
            #expect(found.isDescribed)
            #expect(found.path.utf8.elementsEqual(member.path.utf8))
            #expect(found.isFolder == member.isFolder)
            if !member.isFolder { #expect(found.length == member.length) }
            #expect(found.modified == FeedTime(secondsSinceEpoch: 784_111_777))
            #expect(found.tag == (member.isFolder ? server.folderTag : server.fileTag))
            #expect(found.fileID == server.fileID)
        }
    }
}
