import Foundation
import LoopbackTestKit
import Scheduling
import Testing
import WebServer

@testable import ServeFeature

/// A server behind a reverse proxy.
@Suite struct ProxyTests {
    @Test(arguments: [
        ("photos.example.org", "https://photos.example.org", "", 443),
        ("PHOTOS.example.org:443/", "https://photos.example.org", "", 443),
        ("photos.example.org:8443/a/b/", "https://photos.example.org:8443", "/a/b", 8443),
        ("https://example.org/Photos_1.2~x", "https://example.org", "/Photos_1.2~x", 443),
        ("http://127.0.0.1:8080/p", "http://127.0.0.1:8080", "/p", 8080),
        ("http://localhost", "http://localhost", "", 80),
    ])
    func theAddressOfAProxyIsParsed(
        text: String, origin: String, prefix: String, port: Int
    ) throws {
        let proxy = try #require(ProxyAddress(text))
        #expect(proxy.origin == origin && proxy.prefix == prefix && proxy.port == port)
    }

    @Test(arguments: [
        "", "/", "*", "*.example.org", "example..org", "example.org.", "a b", "user@example.org",
        "example.org:0", "example.org:65536", "example.org:x", "example.org:", "ftp://example.org",
        "http://example.org", "https://", "example.org/a?b", "example.org/../a", "example.org/a;b",
        "example.org/a%2fb", "example.org#a", "-a.example.org", "exämple.org", "[::1]",
        "javascript://example.org", "example.org/a b", "example.org/a\r\nX: y",
    ])
    func anotherTextIsNotTheAddressOfAProxy(text: String) {
        #expect(ProxyAddress(text) == nil)
    }

    @Test func onlyTheHostOfTheProxyIsServed() async throws {
        let proxy = try #require(ProxyAddress("photos.example.org/album"))
        try await withFeedServer(behind: proxy) { visitor async throws in
            #expect(visitor.address == "https://photos.example.org/album/#\(visitor.token)")
            let cookie = try await visitor.post(#"{"token":"\#(visitor.token)"}"#)
                .headers["set-cookie"]
            #expect(cookie?.hasPrefix("photopark-443=") == true)
            #expect(
                cookie?.hasSuffix("; Path=/album/; HttpOnly; SameSite=Strict; Secure") == true)
            #expect(try await visitor.get("/months").status == 200)
            let port = visitor.client.port
            for host in [
                "127.0.0.1:\(port)", "localhost:\(port)", "photos.example.org:\(port)",
                "photos.example.org.", "example.org", "a.photos.example.org",
                "photos.example.org:80",
                "evil.example", "photos.example.org@evil.example",
            ] {
                let reply = try await visitor.get("/months", headers: ["Host": host])
                #expect(reply.status == 403 || reply.status == 400, "\(host)")
            }
            // A client can send these fields itself: they change nothing.
            let forged = [
                "Host": "evil.example", "X-Forwarded-Host": "photos.example.org",
                "Forwarded": "host=photos.example.org",
            ]
            #expect(try await visitor.get("/months", headers: forged).status == 403)
            for (origin, status) in [
                ("https://photos.example.org", 200), ("http://photos.example.org", 403),
                ("https://photos.example.org:8443", 403), ("http://127.0.0.1:\(port)", 403),
            ] {
                let reply = try await visitor.get("/months", headers: ["Origin": origin])
                #expect(reply.status == status, "\(origin)")
            }
        }
    }

    @Test func theProxyMayKeepThePrefixOrRemoveIt() async throws {
        let proxy = try #require(ProxyAddress("photos.example.org/album"))
        try await withFeedServer(behind: proxy) { visitor async throws in
            for path in ["/album/months", "/months", "/album/", "/", "/album/page.js"] {
                #expect(try await visitor.get(path).status == 200, "\(path)")
            }
            for path in [
                "/albums/months", "/albummonths", "/album/album/months", "/album//months",
            ] {
                #expect(try await visitor.get(path).status == 404, "\(path)")
            }
            let reply = try await visitor.get("/album", headers: ["X-Forwarded-Prefix": "//evil"])
            #expect(reply.status == 308)
            #expect(reply.headers["location"] == "/album/")
            // The prefix opens nothing without the cookie.
            let stranger = try await visitor.get("/album/months", headers: ["Cookie": ""])
            #expect(stranger.status == 401)
        }
    }

    @Test(.enabled(if: Browser.path != nil, "\(Browser.missing)"))
    func aBrowserShowsThePhotosBelowThePrefix() async throws {
        let target = Guarded<RawClient?>(nil)
        let host = Guarded("")
        let front = WebServer(WebServerConfiguration()) { request in
            // The page works without the stream of changes.
            guard let client = target.withLock({ $0 }), !request.path.hasSuffix("/changes") else {
                return WebResponse(status: 204)
            }
            return try await Self.pass(request, to: client, host: host.withLock { $0 })
        }
        let port = try await front.start()
        let proxy = try #require(ProxyAddress("http://127.0.0.1:\(port)/album"))
        try await withFeedServer(behind: proxy) { visitor async throws in
            host.withLock { $0 = proxy.authorities[0] }
            target.withLock { $0 = visitor.client }
            let (address, complaints) = try await onThreadOfItsOwn {
                let browser = try Browser(at: visitor.address)
                try browser.wait(for: "document.querySelectorAll('.tile[title]').length === 3")
                return (try browser.evaluate("location.href") as? String, browser.complaints)
            }
            #expect(address == "http://127.0.0.1:\(port)/album/")
            #expect(complaints == [])
        }
        await front.stop(within: .zero)
    }

    /// Passes a request on as a reverse proxy does that keeps the `Host` field.
    private static func pass(
        _ request: WebRequest, to client: RawClient, host: String
    ) async throws -> WebResponse {
        var fields = ["Host": host]
        for (name, value) in request.headers where !["connection", "content-length"].contains(name)
        { fields[name] = value }
        let reply = try await client.send(
            request.method, request.path + (request.query.isEmpty ? "" : "?" + request.query),
            headers: fields, body: request.body.collected())
        let added: Set = ["content-length", "date", "connection", "transfer-encoding"]
        return WebResponse(
            status: reply.status,
            headers: reply.headers.filter { !added.contains($0.key) }
                .map { (name: $0.key, value: $0.value) },
            body: WebBody(reply.body))
    }
}
