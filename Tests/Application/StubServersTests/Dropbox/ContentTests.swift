import Digests
import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct ContentTests {
    private static let path = "/Camera Uploads/2025/12/IMG_0000019.jpg"

    private func download(
        _ client: StubClient, _ path: String = path, headers: [String: String] = [:]
    ) async throws -> RawReply {
        try await client.content("files/download", #"{"path": "\#(path)"}"#, headers: headers)
    }

    /// Dropbox's content hash, from its description and not from the stub's code.
    static func contentHash(_ bytes: [UInt8]) -> String {
        var digests: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4 << 20) {
            digests += SHA256.digest(of: bytes[start..<min(start + (4 << 20), bytes.count)])
        }
        return SHA256.digest(of: digests).hexadecimal
    }

    @Test func sizeAndHashOfEveryEntryAreTrue() async throws {
        try await withStub(photos: 12) { _, client in
            let listing = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true}"#)
            var contents: Set<[UInt8]> = []
            for file in listing.entries where file[".tag"] as? String == "file" {
                let response = try await download(client, file["path_display"] as? String ?? "")
                #expect(response.body.count == file["size"] as? Int)
                #expect(Self.contentHash(response.body) == file["content_hash"] as? String)
                #expect(response.body.starts(with: [0xFF, 0xD8]))
                contents.insert(response.body)
            }
            #expect(contents.count == 12)
        }
    }

    @Test func hashOfALongFileGoesByBlocks() async throws {
        try await withStub(photos: 0) { stub, client in
            let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try stub.apply(.add(path: "/long.bin", content: bytes))
            try stub.apply(.add(path: "/empty.bin", content: []))
            let long = try await client.call("files/get_metadata", #"{"path": "/long.bin"}"#)
            #expect(long.object["content_hash"] as? String == Self.contentHash(bytes))
            let empty = try await client.call("files/get_metadata", #"{"path": "/empty.bin"}"#)
            #expect(
                empty.object["content_hash"] as? String
                    == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        }
    }

    @Test func aFileIsFetchedByPathIDAndRevision() async throws {
        try await withStub { stub, client in
            let byPath = try await download(client)
            let id = try #require(byPath.result["id"] as? String)
            let rev = try #require(byPath.result["rev"] as? String)
            try stub.apply(.change(path: Self.path))
            let changed = try await download(client, id)
            #expect(changed.body != byPath.body)
            #expect(try await download(client, "rev:\(rev)").body == byPath.body)
            #expect(try await download(client, Self.path.uppercased()).body == changed.body)
            try stub.apply(.delete(path: Self.path))
            #expect(try await download(client, id).errorTags == "path/not_found")
            let newer = try #require(changed.result["rev"] as? String)
            #expect(try await download(client, "rev:\(newer)").body == changed.body)
        }
    }

    @Test func aRevisionThatIsForgottenIsNotFound() async throws {
        try await withStub { stub, client in
            let old = try await download(client)
            let rev = try #require(old.result["rev"] as? String)
            try stub.apply(.change(path: Self.path))
            try stub.apply(.forgetRevisions)
            #expect(try await download(client, "rev:\(rev)").errorTags == "path/not_found")
            let new = try #require(try await download(client).result["rev"] as? String)
            #expect(try await download(client, "rev:\(new)").status == 200)
            try stub.apply(.delete(path: Self.path))
            try stub.apply(.forgetRevisions)
            #expect(try await download(client, "rev:\(new)").errorTags == "path/not_found")
        }
    }

    @Test func repeatedSlashesAreOne() async throws {
        try await withStub { _, client in
            for path in ["//Camera Uploads", "//Camera Uploads///2025"] {
                let listing = try await client.call(
                    "files/list_folder", #"{"path": "\#(path)", "recursive": true}"#)
                #expect(listing.status == 200)
                #expect(!listing.entries.isEmpty)
            }
            #expect(try await download(client, "/" + Self.path).status == 200)
        }
    }

    @Test func thereIsNoMediaInfoOfAPNG() async throws {
        try await withStub(photos: 0) { stub, client in
            let png = try #require(
                Data(
                    base64Encoded:
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
                ))
            try stub.apply(.add(path: "/screen.png", content: [UInt8](png)))
            let response = try await client.call(
                "files/get_metadata", #"{"path": "/screen.png", "include_media_info": true}"#)
            #expect(response.status == 200)
            #expect(response.object["media_info"] == nil)
        }
    }

    @Test func theArgumentMayComeInTheAddress() async throws {
        try await withStub { _, client in
            let argument = StubClient.escaped(#"{"path": "\#(Self.path)"}"#)
            let response = try await client.raw.send(
                "GET", "/2/files/download?arg=\(argument)", headers: ["Authorization": "Bearer x"])
            #expect(response.status == 200)
            #expect(response.body == (try await download(client)).body)
        }
    }

    /// A page of any site can show a picture of any address, but cannot add a header field.
    @Test func aTokenInTheAddressMustBeTheAcceptedOne() async throws {
        let argument = StubClient.escaped(#"{"path": "\#(Self.path)"}"#)
        let cases: [(String?, String, Int)] = [(nil, "x", 400), ("the-token", "the-token", 200)]
        for (accepted, token, status) in cases {
            try await withStub(configure: { $0.acceptedToken = accepted }) { _, client in
                for method in ["GET", "POST"] {
                    let response = try await client.raw.send(
                        method,
                        "/2/files/download?arg=\(argument)&authorization=Bearer%20\(token)")
                    #expect(response.status == status, "\(response.text)")
                }
            }
        }
    }

    @Test func namesBeyondASCIIComeEscapedOrRaw() async throws {
        try await withStub(photos: 0) { stub, client in
            let name = "Zürich 🏔.jpg"
            try stub.apply(.add(path: "/\(name)"))
            let raw = try await download(client, "/\(name)")
            let escaped = try await download(client, #"/Z\u00fcrich \ud83c\udfd4.jpg"#)
            #expect(raw.status == 200)
            #expect(escaped.body == raw.body)
            #expect(raw.result["name"] as? String == name)
            #expect(raw.headers["dropbox-api-result"]?.utf8.allSatisfy { $0 < 0x7F } == true)
        }
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=5-9", 5..<10), ("bytes=1000-", 1000..<Int.max),
        ("bytes=-7", -7..<Int.max), ("bytes=10-999999999", 10..<Int.max),
    ])
    func aRangeIsAPart(header: String, expected: Range<Int>) async throws {
        try await withStub { _, client in
            let whole = try await download(client)
            let count = whole.body.count
            let lower = expected.lowerBound < 0 ? count + expected.lowerBound : expected.lowerBound
            let upper = min(expected.upperBound, count)
            let part = try await download(client, headers: ["Range": header])
            #expect(part.status == 206)
            #expect(part.body == Array(whole.body[lower..<upper]))
            #expect(part.headers["content-range"] == "bytes \(lower)-\(upper - 1)/\(count)")
            #expect(
                part.result["content_hash"] as? String == whole.result["content_hash"] as? String)
        }
    }

    @Test func theLogHasTheRangeOfEachRequest() async throws {
        try await withStub { stub, client in
            for headers in [["Range": "bytes=5-9"], [:], ["Range": "bytes=1000-"]] {
                _ = try await download(client, headers: headers)
            }
            #expect(stub.requests.map(\.range) == ["bytes=5-9", nil, "bytes=1000-"])
        }
    }

    @Test(arguments: ["bytes=", "bytes=a-b", "bytes=0-1,5-6", "bytes=9-5", "lines=1-2"])
    func aRangeThatIsNoneIsIgnored(header: String) async throws {
        try await withStub { _, client async throws in
            #expect(try await download(client, headers: ["Range": header]).status == 200)
        }
    }

    @Test func aRangeBehindTheEndIsNotSatisfiable() async throws {
        try await withStub { stub, client in
            try stub.apply(.add(path: "/empty.bin", content: []))
            for path in [Self.path, "/empty.bin"] {
                let header = path == Self.path ? "bytes=99999999-" : "bytes=0-0"
                let response = try await download(client, path, headers: ["Range": header])
                #expect(response.status == 409)
                #expect(response.text.contains("range/not_satisfiable/"))
            }
        }
    }

    @Test func aKnownRevisionIsNotSentAgain() async throws {
        try await withStub { _, client in
            let tag = try #require(try await download(client).headers["etag"])
            #expect(tag.hasPrefix("W/\"") && tag.hasSuffix("\""))
            let strong = try await download(
                client, headers: ["If-None-Match": String(tag.dropFirst(2))])
            #expect(strong.status == 304)
            let again = try await download(client, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            let other = try await download(client, headers: ["If-None-Match": "\"other\""])
            #expect(other.status == 200)
        }
    }

    @Test func aTemporaryLinkNeedsNoTokenAndIsSigned() async throws {
        try await withStub { _, client in
            let response = try await client.call(
                "files/get_temporary_link", #"{"path": "\#(Self.path)"}"#)
            let link = try #require((response.object["link"] as? String).flatMap(URL.init(string:)))
            let bytes = try await client.raw.send("GET", link.path)
            #expect(bytes.body == (try await download(client)).body)
            #expect(try await client.raw.send("GET", link.path + "0").status == 404)
        }
    }

    @Test func mediaInfoComesWithMetadataOnRequest() async throws {
        try await withStub { _, client in
            let argument = #"{"path": "\#(Self.path)", "include_media_info": true}"#
            let response = try await client.call("files/get_metadata", argument)
            let info = response.object["media_info"] as? [String: Any]
            let metadata = info?["metadata"] as? [String: Any]
            #expect(info?[".tag"] as? String == "metadata")
            #expect(metadata?[".tag"] as? String == "photo")
            #expect((metadata?["dimensions"] as? [String: Int]) == ["width": 640, "height": 480])
            #expect(metadata?["time_taken"] is String)
            #expect((metadata?["location"] as? [String: Double])?.count == 2)
            let plain = try await client.call("files/get_metadata", #"{"path": "\#(Self.path)"}"#)
            #expect(plain.object["media_info"] == nil)
        }
    }

    @Test(arguments: [
        ("", 400, ""), ("/nowhere", 409, "path/not_found"), ("id:nothing", 409, "path/not_found"),
        ("x", 400, ""), ("ns:1900513/Camera Uploads", 200, ""),
        ("ns:5/Camera Uploads", 409, "path/not_found"),
    ])
    func metadataOfWhatIsNotThere(path: String, status: Int, tags: String) async throws {
        try await withStub { _, client in
            let response = try await client.call("files/get_metadata", #"{"path": "\#(path)"}"#)
            #expect(response.status == status)
            #expect(response.errorTags == tags)
        }
    }

    @Test func aFolderIsNoFile() async throws {
        try await withStub { _, client async throws in
            #expect(try await download(client, "/Camera Uploads").errorTags == "path/not_file")
        }
    }
}
