import DropboxFeed
import HTTPGateway
import HTTPGatewayTestKit
import PhotoFeed
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("Originals of Dropbox")
struct OriginalTests {
    private static let hash = String(repeating: "ab", count: 32)

    private let scheduler = VirtualScheduler()
    private let version = OriginalVersion(
        id: NodeID(rawValue: "id:1"), pathKey: "/a.jpg", revision: "0123", size: 10,
        contentHash: ContentHash(OriginalTests.hash))

    /// Whether a response with this metadata belongs to the version.
    private func identifies(_ result: String?) throws -> Bool {
        let request = DropboxDownload(version, to: "/tmp/a", digest: nil)
        var headers = HTTPHeaders()
        if let result { headers.add("Dropbox-API-Result", result) }
        let head = HTTPResponseHead(
            status: 200, headers: headers, url: try HTTPURL("https://content.dropboxapi.com"))
        return try #require(request.target.identity).identifies(head)
    }

    @Test func aRequestPinsTheRevision() {
        let request = DropboxDownload(version, to: "/tmp/a", digest: nil)
        #expect(request.headers["Dropbox-API-Arg"] == #"{"path":"rev:0123"}"#)
        #expect(request.path == "2/files/download")
        #expect(request.target.length == 10)
        #expect(request.target.isResumable)
    }

    @Test func aResponseMustStateTheVersion() throws {
        let hash = Self.hash
        #expect(
            try identifies(#"{"name":"a","rev":"0123","size":10,"content_hash":"\#(hash)"}"#))
        #expect(try !identifies(nil))
        #expect(try !identifies("{}"))
        #expect(try !identifies("garbage"))
        #expect(
            try !identifies(#"{"rev":"0124","size":10,"content_hash":"\#(hash)"}"#))
        #expect(try !identifies(#"{"rev":"0123","size":11,"content_hash":"\#(hash)"}"#))
        let other = String(repeating: "cd", count: 32)
        #expect(try !identifies(#"{"rev":"0123","size":10,"content_hash":"\#(other)"}"#))
    }

    @Test func aPartMustHaveItsLength() {
        let result = ["Dropbox-API-Result": #"{"rev":"0123","size":10}"#] as HTTPHeaders
        func read(_ text: String, status: Int) -> ([UInt8]?, [RecordedRequest]) {
            scheduler.enter {
                let host = HostStub(home: .here) { _ in .text(text, status: status, headers: result)
                }
                var bytes: [UInt8]?
                DropboxOriginalFetcher(host: host).bytes(of: version, in: 2..<6)
                    .observe({ bytes = $0 }, ended: { _ in })
                scheduler.run()
                return (bytes, host.calls)
            }
        }
        let (bytes, calls) = read("abcd", status: 206)
        #expect(bytes == Array("abcd".utf8))
        #expect(calls.first?.headers["range"] == "bytes=2-5")
        #expect(read("abc", status: 206).0 == nil)
        #expect(read("abcd", status: 200).0 == nil)
    }
}
