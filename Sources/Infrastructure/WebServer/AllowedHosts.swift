/// The hosts that a request may name, in its `Host` field and in its target.
///
/// The check prevents DNS rebinding: a page in the user's browser must not reach the server by a
/// host name that resolves to the loopback address. A request that names another host gets 403, as
/// does one without a host or with two. Names are compared byte by byte, since browsers send them
/// in lower case.
package struct AllowedHosts: Sendable {
    /// The accepted names; an IPv6 address is in brackets.
    package var names = ["127.0.0.1", "localhost", "[::1]"]
    /// The domains that are accepted with all domains below them.
    package var domains: [String] = []
    /// Whether a name is accepted with any port, not only with the port of the server.
    package var allowsAnyPort = false

    /// The hosts that are accepted with exactly this port, or without one, such as
    /// `photos.example.org`: those of a proxy in front of the server.
    package var authorities: [String] = []

    /// Accepts the names of the loopback addresses, with the port of the server.
    package init() {}

    /// Whether a request to a server on `port` may name `authority`, such as `localhost:8080`.
    package func contains(_ authority: some StringProtocol, port: Int) -> Bool {
        let text = authority.utf8
        // A host is ASCII (RFC 3986), so that each character below is one byte.
        guard text.allSatisfy({ $0 < 0x80 }) else { return false }
        if authorities.contains(where: { authority == $0 }) { return true }
        let end: String.Index
        if text.first == UInt8(ascii: "[") {
            guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return false }
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        }
        guard accepts(port: authority[end...], of: port) else { return false }
        let name = authority[..<end]
        return names.contains { name == $0 }
            || domains.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Whether the part of an authority after its name is acceptable: empty, or a colon and a port.
    private func accepts(port text: some StringProtocol, of port: Int) -> Bool {
        // A browser omits the standard port.
        guard !text.isEmpty else { return allowsAnyPort || port == 80 }
        guard text.utf8.first == UInt8(ascii: ":") else { return false }
        let digits = text.dropFirst()
        guard allowsAnyPort else { return digits == String(port) }
        return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
