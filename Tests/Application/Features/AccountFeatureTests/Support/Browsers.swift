import Foundation
import LoopbackTestKit
import Testing

/// Presses a button of the stub's consent page, and follows the callback.
struct StubBrowser: Sendable {
    static let allowing = StubBrowser(decision: "allow")
    static let denying = StubBrowser(decision: "deny")

    /// The button: `allow` or `deny`.
    let decision: String

    /// Returns the code, unless the page leads back to the program.
    func open(_ address: String) async throws -> String? {
        let (client, target) = try RawClient.parsing(address)
        let page = try await client.send("GET", target)
        let key = try #require(page.text.firstMatch(of: /name="page" value="([^"]+)"/)?.output.1)
        let reply = try await client.submit(
            "/oauth2/authorize", [("page", String(key)), ("decision", decision)])
        guard reply.status != 302 else {
            try await reply.followCallback()
            return nil
        }
        return reply.text.split(separator: " ").last.map(String.init)
    }
}

/// Presses a button of the consent page of django-oauth-toolkit, and follows the callback.
struct DjangoBrowser: Sendable {
    func open(_ address: String) async throws -> String? {
        let (client, target) = try RawClient.parsing(address)
        let page = try await client.send("GET", target)
        let fields = page.text.matches(of: /<input type="hidden" name="(\w+)"(?: value="([^"]*)")?/)
            .map { (String($0.output.1), $0.output.2.map(String.init) ?? "") }
        let reply = try await client.submit(target, fields + [("allow", "Authorize")])
        #expect(reply.status == 302, "\(reply.text)")
        try await reply.followCallback()
        return nil
    }
}

extension RawClient {
    /// The client for the server of an address, and the path with its query.
    static func parsing(_ address: String) throws -> (RawClient, target: String) {
        let parts = try #require(URLComponents(string: address))
        return (
            RawClient(port: try #require(parts.port)),
            parts.percentEncodedPath + "?" + (parts.percentEncodedQuery ?? "")
        )
    }

    /// Sends a form.
    func submit(_ target: String, _ fields: [(String, String)]) async throws -> RawReply {
        let form = fields.map { name, value in
            let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            return "\(name)=\(escaped ?? "")"
        }
        return try await send(
            "POST", target, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(form.joined(separator: "&").utf8))
    }
}

extension RawReply {
    /// Follows a redirect to the program's callback address.
    fileprivate func followCallback() async throws {
        let (client, target) = try RawClient.parsing(try #require(headers["location"]))
        #expect(try await client.send("GET", target).status == 200)
    }
}
