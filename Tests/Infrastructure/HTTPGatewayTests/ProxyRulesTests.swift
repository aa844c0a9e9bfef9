import HTTPGatewayTestKit
import SchedulingTestKit
import Signals
import Testing

@testable import HTTPGateway

/// The proxy of each server.
@Suite struct ProxyRulesTests {
    private static let http = HTTPProxy(url: "http://plain.example")
    private static let https = HTTPProxy(url: "http://secure.example")

    private static let rows: [(String, [String], String?)] = [
        ("https://far.example", [], "http://secure.example"),
        ("http://far.example", [], "http://plain.example"),
        ("https://far.example", ["*"], nil),
        ("https://far.example", ["far.example"], nil),
        ("https://far.example", ["FAR.example"], nil),
        ("https://api.far.example", ["far.example"], nil),
        ("https://api.far.example", [".far.example"], nil),
        ("https://api.far.example", ["*.far.example"], nil),
        ("https://notfar.example", ["far.example"], "http://secure.example"),
        ("https://far.example", ["far.example:443"], nil),
        ("https://far.example:8443", ["far.example:443"], "http://secure.example"),
        ("https://far.example", ["other.example", "far.example"], nil),
        ("https://far.example", [".", ""], "http://secure.example"),
        ("https://[2001:db8::1]", ["2001:db8::1"], nil),
        ("https://[2001:db8::1]:8443", ["[2001:db8::1]:8443"], nil),
        ("https://localhost", [], nil), ("http://127.0.0.2:80", [], nil),
        ("https://[::1]", [], nil),
    ]

    @Test(arguments: rows)
    func aServerHasTheProxyOfItsScheme(
        _ address: String, _ exceptions: [String], _ proxy: String?
    ) throws {
        let rules = ProxyRules(http: Self.http, https: Self.https, exceptions: exceptions)
        #expect(rules.proxy(for: try HTTPURL(address).origin)?.url == proxy)
    }

    @Test(arguments: ["https://far.example", "http://127.0.0.1:1"])
    func aGivenProxyIsForEveryServer(_ address: String) throws {
        let rules = ProxyRules(
            given: HTTPProxy(url: "http://given.example"), https: Self.https, exceptions: ["*"])
        #expect(rules.proxy(for: try HTTPURL(address).origin)?.url == "http://given.example")
    }

    @Test func rulesWithoutAProxyAreEmpty() {
        #expect(ProxyRules(exceptions: ["*"]).isEmpty)
        #expect(!ProxyRules(https: Self.https).isEmpty)
    }
}
