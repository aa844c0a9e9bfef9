import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import SchedulingTestKit
import Signals
import Testing

@testable import WebDAVFeed

/// Originals of WebDAV: the version that a response states, and parts of files.
@Suite struct OriginalTests {
    private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    private static func version(_ revision: String) -> OriginalVersion {
        OriginalVersion(
            id: NodeID(rawValue: "/a b.jpg"), pathKey: "/a b.jpg", revision: revision, size: 10,
            contentHash: nil)
    }

    @Test(
        arguments: [
            ("t1", 200, ["ETag": "\"t1\""], true), ("t1", 206, ["ETag": "\"t1\""], true),
            ("t1", 200, ["ETag": "t1"], true), ("t1", 200, ["OC-ETag": "\"t1\""], true),
            ("t1", 200, ["ETag": "W/\"t1\""], true), ("t1", 206, ["ETag": "W/\"t1\""], false),
            ("t1", 200, ["ETag": "\"t2\""], false), ("t1", 200, [:], false),
            ("t1", 200, ["Last-Modified": modified], false),
            ("784111777-10", 200, ["Last-Modified": modified], true),
            ("784111777-10", 200, ["Last-Modified": modified, "ETag": "\"x\""], true),
            ("784111776-10", 200, ["Last-Modified": modified], false),
            ("784111777-11", 200, ["Last-Modified": modified], false),
            ("784111777-10", 206, ["Last-Modified": modified], false),
            (
                "784111777-10", 206,
                ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:50:36 GMT"], false
            ),
            (
                "784111777-10", 206,
                ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"], true
            ),
        ] as [(String, Int, [String: String], Bool)])
    func aResponseMustStateTheVersion(
        _ revision: String, _ status: Int, _ fields: [String: String], _ isVersion: Bool
    ) throws {
        var headers = HTTPHeaders()
        for (name, value) in fields { headers.add(name, value) }
        let head = HTTPResponseHead(
            status: status, headers: headers, url: try HTTPURL("https://dav.example/a"))
        let identity = WebDAVRevision(version: Self.version(revision))
        #expect(identity.identifies(head) == isVersion)
    }

    @Test(arguments: [
        (nil, "the server does not state the version of the file that it sent"),
        ("\"t2\"", "the server sent another version of the file"),
    ])
    func anAnswerWithoutAVersionIsNotCalledAnotherVersion(
        _ tag: String?, _ message: String
    ) throws {
        var headers = HTTPHeaders()
        if let tag { headers.add("ETag", tag) }
        let head = HTTPResponseHead(
            status: 200, headers: headers, url: try HTTPURL("https://dav.example/a"))
        let error = #expect(throws: FeedError.self) {
            try WebDAVRevision(version: Self.version("t1")).check(head)
        }
        #expect(error?.message == message)
    }

    @Test func aPartMustHaveItsLengthAndItsVersion() {
        func read(_ text: String, _ status: Int, tag: String = "\"t1\"") -> String? {
            let scheduler = VirtualScheduler()
            return scheduler.enter {
                let host = HostStub(home: .here) { _ in
                    .text(text, status: status, headers: ["ETag": tag])
                }
                var bytes: [UInt8]?
                WebDAVOriginalFetcher(host: host).bytes(of: Self.version("t1"), in: 2..<6)
                    .observe({ bytes = $0 }, ended: { _ in })
                scheduler.run()
                #expect(host.calls.first?.headers["range"] == "bytes=2-5")
                return bytes.map { String(decoding: $0, as: UTF8.self) }
            }
        }
        #expect(read("abcd", 206) == "abcd")
        #expect(read("abc", 206) == nil)
        #expect(read("abcd", 200) == nil)
        #expect(read("abcd", 206, tag: "\"t2\"") == nil)
        #expect(read("abcd", 206, tag: "W/\"t1\"") == nil)
    }

    @Test func theBeginningOfAFileNeedsNoStrongValidator() {
        func read(
            _ text: String, _ status: Int, tag: String = "\"t1\"", count: Int64 = 4
        ) -> String? {
            let scheduler = VirtualScheduler()
            return scheduler.enter {
                let host = HostStub(home: .here) { _ in
                    .text(text, status: status, headers: ["ETag": tag])
                }
                var bytes: [UInt8]?
                WebDAVOriginalFetcher(host: host).beginning(of: Self.version("t1"), count: count)
                    .observe({ bytes = $0 }, ended: { _ in })
                scheduler.run()
                #expect(host.calls.first?.headers["range"] == "bytes=0-\(count - 1)")
                return bytes.map { String(decoding: $0, as: UTF8.self) }
            }
        }
        #expect(read("abcd", 206) == "abcd")
        #expect(read("abcd", 206, tag: "W/\"t1\"") == "abcd")
        #expect(read("abcd", 206, tag: "\"t2\"") == nil)
        #expect(read("abc", 206) == nil)
        #expect(read("abcd", 200) == nil)
        #expect(read("0123456789", 200, count: 10) == "0123456789")
    }
}
