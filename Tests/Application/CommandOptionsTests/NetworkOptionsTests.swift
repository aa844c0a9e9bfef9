import ArgumentParser
import HTTPGateway
import ProgramServices
import Testing

@testable import CommandOptions

/// The options of requests, and the variables of proxies.
@Suite struct NetworkOptionsTests {
    private func proxies(
        _ arguments: [String], _ environment: [String: String]
    ) throws -> ProxyRules {
        try NetworkOptions.parse(arguments).settings(environment: environment).proxies
    }

    private static let rows: [(String, String, String?, String?)] = [
        ("proxy.example", "http://proxy.example", nil, nil),
        ("http://proxy.example:8080/", "http://proxy.example:8080", nil, nil),
        ("https://proxy.example", "https://proxy.example", nil, nil),
        ("socks5://proxy.example", "socks5h://proxy.example", nil, nil),
        ("http://ada:p%40ss@proxy.example", "http://proxy.example", "ada", "p@ss"),
        ("ada:a:b@proxy.example:1", "http://proxy.example:1", "ada", "a:b"),
        ("http://ada@proxy.example", "http://proxy.example", "ada", nil),
        ("http://ada:\u{301}a@proxy.example", "http://proxy.example", "ada", "\u{301}a"),
        ("socks5://\u{301}a:b@proxy.example", "socks5h://proxy.example", "\u{301}a", "b"),
    ]

    @Test(arguments: rows)
    func aProxyIsReadFromTheOptionAndFromVariables(
        _ text: String, _ url: String, _ user: String?, _ password: String?
    ) throws {
        let proxy = HTTPProxy(
            url: url, user: user, password: password.map { HTTPProxy.Secret($0) })
        #expect(try proxies(["--proxy", text], [:]) == ProxyRules(given: proxy))
        #expect(try proxies([], ["https_proxy": text]) == ProxyRules(https: proxy))
    }

    @Test(arguments: [
        "ftp://ada:canary@proxy.example", "http://canary@", "http://ada:canary@proxy.example/path",
        "http://ada:%zzcanary@proxy.example", "http://ada:canary@a://b", "",
    ])
    func aWrongProxyIsRefusedWithoutBeingRepeated(_ text: String) throws {
        do {
            _ = try NetworkOptions.parse(["--proxy", text])
            Issue.record("the option was accepted")
        } catch {
            let message = NetworkOptions.message(for: error)
            #expect(message.contains("a proxy is http://"))
            #expect(!message.contains("canary"))
        }
        guard !text.isEmpty else { return }
        let options = try NetworkOptions.parse([])
        do {
            _ = try options.settings(environment: ["ALL_PROXY": text])
            Issue.record("the variable was accepted")
        } catch {
            #expect("\(error)".contains("ALL_PROXY: a proxy is http://"))
            #expect(!"\(error)".contains("canary"))
        }
    }

    @Test func theNearerSourceOfAProxyTakesPrecedence() throws {
        let environment = [
            "http_proxy": "a.example", "HTTP_PROXY": "b.example", "https_proxy": "",
            "HTTPS_PROXY": "c.example", "all_proxy": "d.example",
            "NO_PROXY": "x.example, .y.example",
        ]
        #expect(
            try proxies([], environment)
                == ProxyRules(
                    http: HTTPProxy(url: "http://a.example"),
                    https: HTTPProxy(url: "http://c.example"),
                    exceptions: ["x.example", ".y.example"]))
        #expect(
            try proxies(["--proxy", "e.example"], environment)
                == ProxyRules(given: HTTPProxy(url: "http://e.example")))
        #expect(try proxies(["--proxy", "none"], environment) == ProxyRules())
        let all = HTTPProxy(url: "http://d.example")
        #expect(try proxies([], ["all_proxy": "d.example"]) == ProxyRules(http: all, https: all))
        // A web server sets this variable from a field of a request.
        #expect(try proxies([], ["HTTP_PROXY": "b.example"]) == ProxyRules())
    }

    @Test(arguments: [
        ("1", 1_000), ("30s", 30_000), ("1.5s", 1_500), ("2m", 120_000), ("24h", 86_400_000),
    ])
    func aTimeHasAUnit(_ text: String, _ milliseconds: Int64) throws {
        let settings = try NetworkOptions.parse(["--timeout", text]).settings(environment: [:])
        #expect(settings.timeout == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ["--timeout", "0"], ["--timeout", "25h"], ["--timeout", "soon"], ["--timeout", ""],
        ["--timeout", "nan"], ["--user-agent", ""], ["--user-agent", " "],
        ["--user-agent", "a\r\nb: c"], ["--user-agent", "photo–park"],
    ])
    func aValueWithoutMeaningIsRefused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try NetworkOptions.parse(arguments) }
    }

    @Test func withoutOptionsTheGatewayDecides() throws {
        #expect(try NetworkOptions.parse([]).settings(environment: [:]) == NetworkSettings())
        let named = try NetworkOptions.parse(["--user-agent", "photopark (ada)"])
        #expect(try named.settings(environment: [:]).userAgent == "photopark (ada)")
    }
}
