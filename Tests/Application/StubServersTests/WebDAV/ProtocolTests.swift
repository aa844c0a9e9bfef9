import LoopbackTestKit
import Testing

@testable import StubServers

/// The answers of the stub to single requests.
@Suite struct ProtocolTests {
    private static let photo = "/Photos/0/IMG_0000001.jpg"

    @Test(arguments: [("0", 1), ("1", 2), ("infinity", 6)])
    func theDepthStatesWhatIsListed(_ depth: String, _ count: Int) async throws {
        try await DAVClient.with(configure: { $0.abilities = .plain }) { client in
            let text = try await client.propfind("", depth: depth)
            #expect(text.ranges(of: "<d:response>").count == count)
        }
    }

    @Test func anInfiniteDepthIsRefusedAsNextcloudDoes() async throws {
        try await DAVClient.with { client in
            let reply = try await client.send("PROPFIND", "/")
            #expect(reply.status == 403)
            #expect(reply.text.contains("propfind-finite-depth"))
        }
    }

    @Test func onlyTheRequestedPropertiesAreSent() async throws {
        try await DAVClient.with { client in
            let text = try await client.propfind(
                Self.photo, depth: "0", "<d:getetag/><d:getcontenttype/>")
            #expect(text.contains("getetag") && !text.contains("getlastmodified"))
            let folder = try await client.propfind("", depth: "0", "<d:getcontentlength/>")
            #expect(folder.contains("<d:getcontentlength/>") && folder.contains("404 Not Found"))
        }
    }

    @Test func aBodyThatIsNotXMLIsRefused() async throws {
        try await DAVClient.with { client in
            for method in ["PROPFIND", "REPORT"] {
                let reply = try await client.send(
                    method, "", headers: ["Depth": "0"], "<d:propfind")
                #expect(reply.status == 400)
            }
        }
    }

    @Test func aPartOfAFileNeedsItsTag() async throws {
        try await DAVClient.with { client in
            let whole = try await client.send("GET", Self.photo)
            let tag = try #require(whole.headers["etag"])
            let part = try await client.send(
                "GET", Self.photo, headers: ["Range": "bytes=2-5", "If-Range": tag])
            #expect(part.status == 206 && part.body == Array(whole.body[2...5]))
            #expect(part.headers["content-range"] == "bytes 2-5/\(whole.body.count)")
            let other = try await client.send(
                "GET", Self.photo, headers: ["Range": "bytes=2-5", "If-Range": "\"other\""])
            #expect(other.status == 200 && other.body == whole.body)
            let beyond = try await client.send(
                "GET", Self.photo, headers: ["Range": "bytes=9999999-"])
            #expect(beyond.status == 416)
            let known = try await client.send("GET", Self.photo, headers: ["If-None-Match": tag])
            #expect(known.status == 304)
        }
    }

    @Test func aTagIsTheSameInAListingAndInAHeader() async throws {
        try await DAVClient.with { client in
            let tag = try #require(try await client.send("GET", Self.photo).headers["etag"])
            let text = try await client.propfind(Self.photo, depth: "0", "<d:getetag/>")
            #expect(text.contains(tag.replacing("\"", with: "&quot;")))
        }
        try await DAVClient.with(configure: { $0.abilities.quotesTags = false }) { client in
            let tag = try #require(try await client.send("GET", Self.photo).headers["etag"])
            let text = try await client.propfind(Self.photo, depth: "0", "<d:getetag/>")
            #expect(text.contains(">\(tag.replacing("\"", with: ""))<"))
        }
    }

    @Test func anotherPasswordIsRefused() async throws {
        try await DAVClient.with { client in
            var other = client
            other.password = "wrong"
            for method in ["PROPFIND", "GET", "OPTIONS", "REPORT"] {
                let reply = try await other.send(method, Self.photo)
                #expect(reply.status == 401)
                #expect(reply.headers["www-authenticate"]?.hasPrefix("Basic realm=") == true)
            }
            #expect(try await client.raw.send("GET", "/").status == 401)
        }
    }

    @Test func nothingIsServedOutsideTheFolderAndNothingIsWritten() async throws {
        try await DAVClient.with { client in
            for path in ["/../bob", "2", "/%FF"] {
                let reply = try await client.send("GET", path)
                #expect(reply.status == 404, "\(path)")
            }
            for method in ["PUT", "DELETE", "MKCOL", "MOVE", "PROPPATCH"] {
                let reply = try await client.send(method, "/new.jpg")
                #expect(reply.status == 405, "\(method)")
            }
        }
    }

    @Test(arguments: WebDAVStubConfiguration.FolderTags.allCases)
    func theTagOfAFolder(_ tags: WebDAVStubConfiguration.FolderTags) async throws {
        try await DAVClient.with(configure: { $0.abilities.folderTags = tags }) { client in
            func tag(_ path: String) async throws -> String {
                let text = try await client.propfind(path, depth: "0", "<d:getetag/>")
                return String(text.ranges(of: "&quot;").first.map { text[$0.upperBound...] } ?? "")
            }
            let before = try await [tag(""), tag("/Photos"), tag("/Photos/0")]
            try client.stub.apply(.change(path: Self.photo))
            let after = try await [tag(""), tag("/Photos"), tag("/Photos/0")]
            let changed = zip(before, after).map { $0 != $1 }
            switch tags {
            case .none: #expect(before == ["", "", ""] && after == before)
            case .constant: #expect(changed == [false, false, false])
            case .members: #expect(changed == [false, false, true])
            case .everythingBelow: #expect(changed == [true, true, true])
            }
        }
    }

    @Test func aPreviewIsAPicture() async throws {
        try await DAVClient.with { client in
            let text = try await client.propfind(
                Self.photo, depth: "0", "<oc:fileid xmlns:oc='o'/>")
            let id = try #require(text.firstMatch(of: #/fileid>(\d+)</#)?.1)
            func preview(_ query: String) async throws -> RawReply {
                try await client.raw.send(
                    "GET", "/index.php/core/preview?\(query)",
                    headers: ["Authorization": "Basic YWRhOnJpZ2h0"])
            }
            let reply = try await preview("fileId=\(id)&x=256&y=256&a=1")
            #expect(reply.status == 200 && reply.body.starts(with: [0xFF, 0xD8]))
            #expect(try await preview("fileId=99999&x=256&y=256").status == 404)
            #expect(try await preview("fileId=\(id)&x=0&y=0").status == 400)
            #expect(try await preview("x=256&y=256").status == 400)
        }
    }

    @Test func aNameAndAPasswordMayBeginWithACombiningMark() async throws {
        try await DAVClient.with(photos: 1, configure: { $0.password = "\u{301}p" }) { client in
            var client = client
            client.password = "\u{301}p"
            try client.stub.apply(.move(from: "/Photos/0", to: "/\u{301}a"))
            try client.stub.apply(.move(from: "/\u{301}a", to: "/c/\u{301}b"))
            #expect(client.stub.paths == ["/c/\u{301}b/IMG_0000001.jpg"])
            let folder = try await client.propfind("/c/%CC%81b", depth: "1")
            #expect(folder.contains("/c/%CC%81b/IMG_0000001.jpg</d:href>"), "\(folder)")
        }
    }

    @Test func namesThatLookTheSameAreTwoFiles() async throws {
        try await DAVClient.with(
            photos: 0, configure: { $0.abilities = .init(reportsChanges: true) }
        ) { client in
            let names = ["/e\u{301}.jpg", "/\u{E9}.jpg"]
            for (number, name) in names.enumerated() {
                try client.stub.apply(.add(path: name, content: [UInt8(number)]))
            }
            #expect(client.stub.paths.map { Array($0.utf8) } == names.map { Array($0.utf8) })
            for (number, name) in ["/e%CC%81.jpg", "/%C3%A9.jpg"].enumerated() {
                #expect(try await client.send("GET", name).body == [UInt8(number)])
            }
            let token = "<d:sync-token>urn:photos:0</d:sync-token>"
            let report = try await client.send(
                "REPORT", "", headers: ["Depth": "0"],
                "<d:sync-collection xmlns:d='DAV:'>\(token)<d:prop/></d:sync-collection>")
            for text in [try await client.propfind("", depth: "1"), report.text] {
                #expect(text.contains("/e%CC%81.jpg</d:href>"), "\(text)")
                #expect(text.contains("/%C3%A9.jpg</d:href>"), "\(text)")
            }
        }
    }

    @Test func aPathOfTooManyNamesIsRefused() async throws {
        try await DAVClient.with(photos: 1) { client in
            let longest = String(repeating: "/a", count: 256)
            try client.stub.apply(.addFolder(path: longest))
            #expect(throws: ControlError.self) {
                try client.stub.apply(.addFolder(path: longest + "/a"))
            }
            #expect(throws: ControlError.self) {
                try client.stub.apply(
                    .move(from: "/Photos", to: String(repeating: "/b", count: 255)))
            }
            #expect(client.stub.paths == ["/Photos/0/IMG_0000001.jpg"])
        }
    }

    @Test func controlCommandsNeedPermission() async throws {
        try await DAVClient.with { client in
            let status = try await client.control("delete", #"{"path": "/Photos"}"#)
            #expect(status == 401)
        }
        try await DAVClient.with(configure: { $0.allowsControl = true }) { client in
            #expect(try await client.control("add", #"{"path": "/a/b.jpg"}"#) == 200)
            #expect(try await client.control("add", #"{"path": "/a/b.jpg/c"}"#) == 400)
            #expect(try await client.control("move", #"{"from": "/a", "to": "/a/b"}"#) == 400)
            #expect(try await client.control("move", #"{"from": "/Photos", "to": "/B"}"#) == 200)
            #expect(try await client.control("unknown", "{}") == 400)
            #expect(
                client.stub.paths == ["/B/0/IMG_0000001.jpg", "/B/0/IMG_0000002.jpg"]
                    + ["/B/0/IMG_0000003.jpg", "/a/b.jpg"])
            _ = try await client.propfind("", depth: "1")
            let report = try await client.raw.send("GET", "/control/requests")
            #expect(report.text == #"{"counts":{"PROPFIND 1":1}}"#, "\(report.text)")
        }
    }
}
