/// The address of a reverse proxy that browsers open, and that passes their requests on.
///
/// It is stated by the user. Fields of requests such as `X-Forwarded-Host` and
/// `X-Forwarded-Prefix` are ignored, since every client can send them.
struct ProxyAddress: Hashable, Sendable {
    private static let standardPorts = ["https": 443, "http": 80]

    /// The scheme: `https`, or `http` for a proxy on the same machine.
    let scheme: String
    /// The name or the numeric address, in lower case.
    let host: String
    /// The port.
    let port: Int
    /// The path below which the proxy shows the page, such as `/photos`; empty for the root.
    let prefix: String

    /// Parses `HOST`, `HOST:PORT/PREFIX` or a complete URL; `nil` for every other text.
    ///
    /// Without a scheme, it is `https`. `http` is accepted for a proxy on this machine only: the
    /// token and the cookie would otherwise be readable on the network.
    init?(_ text: String) {
        var rest = text[...]
        var scheme = "https"
        if let separator = rest.firstRange(of: "://") {
            scheme = rest[..<separator.lowerBound].lowercased()
            rest = rest[separator.upperBound...]
        }
        guard let standardPort = Self.standardPorts[scheme] else { return nil }
        let authority = rest.prefix { $0 != "/" }
        let parts = rest.dropFirst(authority.count).split(separator: "/")
        guard parts.allSatisfy(Self.isPathComponent) else { return nil }
        let halves = authority.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first?.lowercased(), Self.isName(name) else { return nil }
        var port = standardPort
        if halves.count == 2 {
            guard let number = Self.port(halves[1]) else { return nil }
            port = number
        }
        guard scheme == "https" || name == "localhost" || name == "127.0.0.1" else { return nil }
        self.scheme = scheme
        host = name
        self.port = port
        prefix = parts.map { "/" + $0 }.joined()
    }

    /// The origin as browsers state it, without the standard port.
    var origin: String { scheme + "://" + (isStandardPort ? host : "\(host):\(port)") }

    /// The hosts that a request may name: the standard port may be missing.
    var authorities: [String] { (isStandardPort ? [host] : []) + ["\(host):\(port)"] }

    private var isStandardPort: Bool { Self.standardPorts[scheme] == port }

    private static func isName(_ name: String) -> Bool {
        (1...253).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { label in !label.isEmpty && label.utf8.allSatisfy(isLetterOrDigit) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static func isPathComponent(_ text: Substring) -> Bool {
        text != "." && text != ".."
            && text.utf8.allSatisfy { byte in
                isLetterOrDigit(byte) || (0x41...0x5A).contains(byte) || "._~".utf8.contains(byte)
            }
    }

    private static func port(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }
}
