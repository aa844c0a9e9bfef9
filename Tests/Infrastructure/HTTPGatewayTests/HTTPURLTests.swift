import HTTPGateway
import Testing

@Suite struct HTTPURLTests {
    @Test(arguments: [
        ("http://example.org", "http://example.org/"),
        ("HTTP://EXAMPLE.org:80/a", "http://example.org/a"),
        ("https://example.org:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:8080/a/../b/./c/..", "http://example.org:8080/b/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("http://127.0.0.1?x", "http://127.0.0.1/?x"),
    ])
    func addressesAreMadeNormal(_ text: String, _ normal: String) throws {
        #expect(try HTTPURL(text).string == normal)
        #expect(try HTTPURL(normal).string == normal)
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org", "http://", "http:///a", "http://user@example.org",
        "http://user:secret@example.org", "http://example.org:0", "http://example.org:65536",
        "http://example.org:8a",
        "http://exam ple.org", "http://example.org/a b", "http://example.org\\@evil.org/",
        "http://exämple.org",
        "http://example.org/\u{0}", "http://example.org/a\r\nX: y", "http://[::1", "http://[::g]",
        "http://::1/",
        "http://example.org/%", "http://example.org/%2", "http://example.org/%zz",
        "http://%65xample.org/",
        "http://.example.org",
    ])
    func whatOthersCouldReadOtherwiseIsRefused(_ text: String) {
        #expect(throws: HTTPError(.invalidURL, "")) { try HTTPURL(text) }
    }

    @Test func errorsDoNotRepeatTheAddress() {
        let error = #expect(throws: HTTPError.self) {
            try HTTPURL("http://user:canary@example.org")
        }
        #expect("\(error as Any)".contains("canary") == false)
    }

    /// The examples of RFC 3986, 5.4, without those that need a fragment or another scheme.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("http://x/y", "http://x/y"),
    ])
    func referencesAreResolvedAsTheStandardSays(_ reference: String, _ target: String) throws {
        #expect(try HTTPURL("http://a/b/c/d;p?q").resolving(reference).string == target)
    }

    @Test func pathsAndQueriesAreAppendedEncoded() throws {
        let base = try HTTPURL("https://example.org/api/?key=1")
        let url = base.appending(
            path: "/a b/ü/%", query: [HTTPQueryItem("q", "a&b=c"), HTTPQueryItem("bare", nil)])
        #expect(url.string == "https://example.org/api/a%20b/%C3%BC/%25?key=1&q=a%26b%3Dc&bare")
        #expect(url.path == "/api/a%20b/%C3%BC/%25")
        #expect(url.query == "key=1&q=a%26b%3Dc&bare")
        #expect(url.redacted == "https://example.org/api/a%20b/%C3%BC/%25?…")
    }

    @Test(arguments: [
        ("..", "/"), ("../x", "/x"), ("/../../etc/passwd", "/etc/passwd"), ("a/../b", "/b"),
        ("a/./b", "/a/b"), ("a/..", "/"), (".", "/"), ("a/.", "/a/"), ("..a/.b", "/..a/.b"),
        ("a//b", "/a//b"), ("//a", "//a"), ("a/", "/a/"), ("...", "/..."),
        ("%2e%2e/a", "/%252e%252e/a"),
    ])
    func anAppendedPathNeverLeavesItsBase(_ path: String, _ appended: String) throws {
        let base = try HTTPURL("https://example.org/base")
        let url = base.appending(path: path)
        #expect(url.string == "https://example.org/base" + appended)
        // The displayed address is the requested one: parsing it again changes nothing.
        #expect(try HTTPURL(url.string) == url)
    }

    @Test func onlyThisMachineItselfIsLoopback() throws {
        for text in ["http://127.0.0.1", "http://127.9.9.9:1", "http://localhost", "http://[::1]"] {
            #expect(try HTTPURL(text).origin.isLoopback, "\(text)")
        }
        for text in [
            "http://127.0.0.1.evil.org", "http://127.evil", "http://localhost.evil.org",
            "http://128.0.0.1", "http://127.0.0", "http://127.999.999.999", "http://127.0.0.256",
            "http://127.0.0.0001",
        ] {
            #expect(try !HTTPURL(text).origin.isLoopback, "\(text)")
        }
    }

    @Test func anAddressHasAtMost65536Bytes() throws {
        let base = "http://a/"
        let longest = base + String(repeating: "x", count: 65_536 - base.utf8.count)
        #expect(try HTTPURL(longest).string == longest)
        #expect(throws: HTTPError.self) { try HTTPURL(longest + "x") }
    }
}
