import HTTPGateway
import PhotoFeed
import Testing

@testable import WebDAVFeed

/// The digests of files that servers state.
@Suite struct ChecksumTests {
    private static let sha1 = String(repeating: "a1", count: 20)
    private static let md5 = String(repeating: "b2", count: 16)
    private static let sha256 = String(repeating: "c3", count: 32)

    @Test(
        arguments: [
            ("SHA1:\(sha1) MD5:\(md5) ADLER32:0badcafe", "sha1:\(sha1)"),
            ("MD5:\(md5)", "md5:\(md5)"), ("md5:\(md5.uppercased())", "md5:\(md5)"),
            ("MD5:\(md5)\n SHA256:\(sha256)", "sha256:\(sha256)"),
            ("ADLER32:0badcafe", nil), ("SHA3-256:\(sha256)", nil), ("", nil), ("SHA1", nil),
            ("SHA1:", nil), ("SHA1:\(md5)", nil), ("SHA1:zz MD5:\(md5)", "md5:\(md5)"),
        ] as [(String, String?)])
    func theStrongestKnownDigestCounts(_ text: String, _ hash: String?) {
        #expect(WebDAVChecksums.strongest(text)?.description == hash)
    }

    @Test(arguments: [
        "<oc:checksums><oc:checksum>SHA1:\(sha1) MD5:\(md5)</oc:checksum></oc:checksums>",
        "<checksums xmlns='http://owncloud.org/ns'><checksum>SHA1:\(sha1)</checksum></checksums>",
        """
        <oc:checksums><oc:checksum>SHA1:\(sha1)</oc:checksum><oc:checksum>ADLER32:1</oc:checksum>\
        </oc:checksums>
        """,
        "<oc:checksums>SHA1:\(sha1)</oc:checksums>",
    ])
    func theDigestIsReadInTheFormsOfServers(_ property: String) throws {
        var parser = MultistatusParser(
            base: try #require(WebDAVBase(HTTPURL("https://h.example/dav/"))))
        try parser.read(
            Array(
                """
                <d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" \
                xmlns:nc="http://nextcloud.org/ns"><d:response><d:href>/dav/a.jpg</d:href>\
                <d:propstat><d:prop><d:resourcetype/>\(property)\
                <nc:has-preview>true</nc:has-preview><d:getetag>W/"e"</d:getetag></d:prop>\
                <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
                """.utf8))
        try parser.finish()
        let member = try #require(parser.takeMembers().first)
        #expect(member.contentHash?.description == "sha1:\(Self.sha1)")
        #expect(member.hasPreview == true && member.tagForm == .weak)
        guard case .media(let node) = member.change else {
            Issue.record("not a photo: \(member.change)")
            return
        }
        #expect(node.contentHash == member.contentHash)
    }
}
