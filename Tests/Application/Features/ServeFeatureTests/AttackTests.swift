import LoopbackTestKit
import PhotoFeed
import PhotoFeedTestKit
import Testing

@testable import ServeFeature

/// Requests of other sites, other ports, other users of the machine, and hostile clients.
@Suite struct AttackTests {
    @Test func onlyTheTokenOpensASession() async throws {
        try await withFeedServer { visitor async throws in
            let wrong = String(repeating: "0", count: 32)
            for body in [
                #"{"token":"\#(wrong)"}"#, #"{"token":""}"#, #"{"token":"\#(visitor.token) "}"#,
                #"{"token":"\#(visitor.token.uppercased())x"}"#,
            ] {
                let reply = try await visitor.post(body)
                #expect(reply.status == 403, "\(body)")
                #expect(reply.headers["set-cookie"] == nil)
            }
            for body in ["", "{}", "[]", "token", #"{"token":7}"#] {
                #expect(try await visitor.post(body).status == 400, "\(body)")
            }
            let right = try await visitor.post(#"{"token":"\#(visitor.token)"}"#)
            #expect(right.status == 204)
            let cookie = right.headers["set-cookie"] ?? ""
            #expect(cookie.hasPrefix("photopark-\(visitor.client.port)="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains(visitor.token))
        }
    }

    @Test func theTokenIsSentAsJSONOnly() async throws {
        try await withFeedServer { visitor async throws in
            let body = #"{"token":"\#(visitor.token)"}"#
            // A form of another site can send these types without asking the server.
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                #expect(try await visitor.post(body, type: type).status == 415, "\(type)")
            }
            let large = #"{"token":"\#(String(repeating: "0", count: 5_000))"}"#
            #expect(try await visitor.post(large).status == 413)
        }
    }

    @Test func everyTokenHas128RandomBits() {
        let secrets = (0..<100).map { _ in SessionSecrets() }
        let texts = secrets.map(\.token) + secrets.map(\.session)
        #expect(Set(texts).count == 200)
        #expect(texts.allSatisfy { $0.utf8.count == 32 })
    }

    @Test(arguments: [
        "/months", "/items/0?version=1", "/thumbnails/0/aWQ6YS5qcGc/ab", "/x",
        "/etc/passwd",
    ])
    func withoutTheCookieNothingIsServed(_ path: String) async throws {
        try await withFeedServer { visitor async throws in
            let session = visitor.cookie["Cookie"] ?? ""
            let value = String(session.split(separator: "=")[1])
            let port = visitor.client.port
            for cookie in [
                "", "photopark-\(port)=", "photopark-\(port)=\(value.dropLast())",
                "photopark-\(port)=\(visitor.token)", "photopark-1=\(value)",
                "xphotopark-\(port)=\(value)", "photopark-\(port)x=\(value)", value,
            ] {
                let reply = try await visitor.get(path, headers: ["Cookie": cookie])
                #expect(reply.status == 401, "\(cookie)")
                #expect(!reply.text.contains("a.jpg"))
                let stream = try await visitor.get("/changes", headers: ["Cookie": cookie])
                #expect(stream.status == 401, "\(cookie)")
            }
            let reply = try await visitor.get(path, headers: ["Cookie": "a=b; \(session); c=d"])
            #expect([200, 404, 409].contains(reply.status))
        }
    }

    @Test func onlyTheExactHostIsServed() async throws {
        try await withFeedServer { visitor async throws in
            let port = visitor.client.port
            let names = [
                "localhost", "127.0.0.2", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
                "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "evil.example", "127.0.0.1.evil.example",
                "127.0.0.1.nip.io", "evil.example#127.0.0.1", "127.0.0.1@evil.example",
                "evil.example/127.0.0.1", "127.0.0.1.", "127.0.0.1 ", "LOCALHOST", "a.localhost",
                "photopark.local", "user@127.0.0.1", "127.0.0.1%00", "127。0。0。1",
            ]
            for name in names {
                let reply = try await visitor.get("/months", headers: ["Host": "\(name):\(port)"])
                #expect(reply.status == 403 || reply.status == 400, "\(name)")
            }
            for host in [
                "127.0.0.1", "127.0.0.1:", "127.0.0.1:80", "127.0.0.1:0\(port)",
                "127.0.0.1:\(port + 1)", "127.0.0.1:\(port)0", "127.0.0.1:\(port):\(port)",
                ":\(port)",
            ] {
                let reply = try await visitor.get("/months", headers: ["Host": host])
                #expect(reply.status == 403 || reply.status == 400, "\(host)")
            }
            for target in [
                "http://evil.example/months", "http://localhost:\(port)/months",
                "http://127.0.0.1:1/months", "https://evil.example:\(port)/months",
            ] {
                let reply = try await visitor.get(target)
                #expect(reply.status == 403 || reply.status == 400, "\(target)")
            }
            #expect(try await visitor.get("http://127.0.0.1:\(port)/months").status == 200)
        }
    }

    @Test func requestsOfOtherSitesAndPortsAreRefused() async throws {
        try await withFeedServer { visitor async throws in
            for site in ["same-site", "cross-site", "none", "", "Same-Origin", "same-origin,none"] {
                let fields = ["Sec-Fetch-Site": site.isEmpty ? "?" : site]
                #expect(try await visitor.get("/months", headers: fields).status == 403, "\(site)")
            }
            let own = ["Sec-Fetch-Site": "same-origin"]
            #expect(try await visitor.get("/months", headers: own).status == 200)
            #expect(try await visitor.get("/", headers: ["Sec-Fetch-Site": "none"]).status == 200)
            for site in ["same-site", "cross-site"] {
                #expect(try await visitor.get("/", headers: ["Sec-Fetch-Site": site]).status == 403)
            }
            let port = visitor.client.port
            for origin in [
                "null", "http://127.0.0.1:\(port + 1)", "http://127.0.0.1",
                "https://127.0.0.1:\(port)", "http://localhost:\(port)", "http://evil.example",
                "http://127.0.0.1:\(port).evil.example", "HTTP://127.0.0.1:\(port)",
            ] {
                let fields = ["Origin": origin]
                let reply = try await visitor.get("/months", headers: fields)
                #expect(reply.status == 403, "\(origin)")
                let body = #"{"token":"\#(visitor.token)"}"#
                #expect(try await visitor.post(body, headers: fields).status == 403, "\(origin)")
            }
            #expect(
                try await visitor.get("/months", headers: ["Origin": visitor.origin]).status == 200)
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
    func nothingCanBeWritten(_ method: String) async throws {
        try await withFeedServer { visitor async throws in
            for path in ["/", "/months", "/items/0", "/thumbnails/0/aWQ6YS5qcGc/ab"] {
                let reply = try await visitor.get(path, method: method)
                #expect(reply.status == 405, "\(path)")
                #expect(reply.headers["allow"] == "GET, HEAD")
            }
            let session = try await visitor.get("/session")
            #expect(session.status == 405)
            #expect(session.headers["allow"] == "POST")
        }
    }

    @Test(arguments: [
        "/etc/passwd", "/../etc/passwd", "/thumbnails/0/../../library.sqlite", "//etc/passwd",
        "/thumbnails/0/%2e%2e%2f%2e%2e%2fetc%2fpasswd/ab",
        "/thumbnails/0/Li4vLi4vZXRjL3Bhc3N3ZA/ab",
        "/thumbnails/-1/aWQ6YS5qcGc/ab", "/thumbnails/1/aWQ6YS5qcGc/ab",
        "/thumbnails/99999999999999999999/aWQ6YS5qcGc/ab", "/thumbnails/0/aWQ6YS5qcGc/AB",
        "/thumbnails/0/aWQ6YS5qcGc/ac", "/thumbnails/0/aWQ6YS5qcGc/ab/",
        "/thumbnails/0/aWQ6YS5qcGc",
        "/thumbnails/0/aWQ6YS5qcGc=/ab", "/thumbnails/0//ab", "/thumbnails/0/_w/ab",
        "/items/-1?version=1", "/items/0x0?version=1", "/items/9999999?version=1", "/items/+1",
        "/items/0/0?version=1", "/Months", "/months/", "/months%2f",
        "/thumbnails/+0/aWQ6YS5qcGc/ab",
    ])
    func noPathIsAFile(_ path: String) async throws {
        try await withFeedServer { visitor async throws in
            #expect(try await visitor.get("/months").status == 200)
            let reply = try await visitor.get(path)
            #expect(reply.status == 404, "\(reply.text)")
            #expect(!reply.text.contains("root:"))
        }
    }

    @Test(arguments: [
        "/", "/months", "/x", "/thumbnails/0/aWQ6YS5qcGc/ab", "/months?account=x", "/session",
    ])
    func everyResponseForbidsScriptsAndFrames(_ path: String) async throws {
        try await withFeedServer { visitor async throws in
            for headers in [[:], ["Cookie": ""], ["Sec-Fetch-Site": "cross-site"]] {
                let fields = try await visitor.get(path, headers: headers).headers
                let policy = fields["content-security-policy"] ?? ""
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
                #expect(policy.contains("frame-ancestors 'none'; require-trusted-types-for"))
                #expect(!policy.contains("unsafe") && !policy.contains("*"))
                #expect(fields["x-content-type-options"] == "nosniff")
                #expect(fields["referrer-policy"] == "no-referrer")
                #expect(fields["cross-origin-resource-policy"] == "same-origin")
                #expect(fields["cross-origin-opener-policy"] == "same-origin")
                #expect(fields["access-control-allow-origin"] == nil)
                #expect(fields["cache-control"] != nil)
            }
        }
    }

    @Test func onlyPicturesAreServedAsThumbnails() async throws {
        let hostile: [String] = [
            "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "<html>", "",
            "RIFF1234AVI ", "%PDF-1.4", "\u{FEFF}<script>", "GIF7",
        ]
        try await withFeedServer({
            let photos = hostile.indices.map {
                Samples.photo("\($0).svg", at: Int64($0), checksum: UInt64($0) + 1)
            }
            let library = Samples.library(photos)
            for (number, photo) in photos.enumerated() {
                library.pictures[photo.node.id] = Array(hostile[number].utf8)
            }
            return [library]
        }) { visitor async throws in
            for number in hostile.indices {
                let path = ServedPath.pictureName(
                    library: 0, .init(rawValue: "id:\(number).svg"),
                    version: String(number + 1, radix: 16))
                let reply = try await visitor.get("/thumbnails/" + (path ?? ""))
                #expect(reply.status == 404, "\(hostile[number])")
                #expect(reply.headers["content-type"]?.hasPrefix("text/plain") == true)
            }
        }
    }

    @Test func aHostileNameIsData() async throws {
        let name = "</script><img src=x onerror=alert(1)>\u{202E}gpj.exe\u{0}\n\"'`{{"
        try await withFeedServer({ [Samples.library([Samples.photo(name, at: 0)])] }) {
            visitor async throws in
            let months = try await visitor.months()
            let reply = try await visitor.get("/items/0?version=\(months.version)")
            #expect(reply.headers["content-type"] == "application/json; charset=utf-8")
            #expect(reply.text.contains(#"\\u{202E}gpj.exe"#))
            #expect(!reply.text.contains("\u{202E}"))
        }
    }

    @Test func aManySlowSocketsLeaveRoomForABrowser() async throws {
        try await withFeedServer { visitor async throws in
            let port = visitor.client.port
            let slow = (0..<300).compactMap { _ in RawConnection(to: port) }
            for connection in slow { connection.send("GET /months HTTP/1.1\r\nHost: 127") }
            #expect(try await visitor.get("/months").status == 200)
            #expect(slow.count == 300)
        }
    }
}
