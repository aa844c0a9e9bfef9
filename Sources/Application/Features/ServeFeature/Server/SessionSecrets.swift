/// The secrets of one run of the server: the token of its address, and that of its cookie.
///
/// Other users of the machine can connect to a loopback address, too. Therefore a request needs the
/// cookie, which the server sets only in exchange for the token. Each secret has 128 random bits of
/// the system's generator. The time of a comparison depends on the lengths of the texts alone.
struct SessionSecrets: Sendable {
    /// The token, which only the printed address contains.
    let token = Self.random()
    /// The value of the cookie.
    let session = Self.random()

    /// Whether `text` is the token.
    func isToken(_ text: some StringProtocol) -> Bool { Self.areEqual(text, token) }

    /// Whether a `Cookie` field contains the cookie of the server on `port`.
    ///
    /// Cookies are shared by all servers of a host, whatever their ports are.
    func isSession(_ field: String?, port: Int) -> Bool {
        guard let field else { return false }
        let prefix = Self.cookieName(port) + "="
        return field.split(separator: ";").contains { part in
            let part = part.drop { $0 == " " }
            return part.hasPrefix(prefix)
                && Self.areEqual(part.dropFirst(prefix.count), session)
        }
    }

    /// The field that sets the cookie, which scripts cannot read and other sites cannot send.
    func setCookie(for origin: ServedOrigin) -> (name: String, value: String) {
        let security = origin.isSecure ? "; Secure" : ""
        return (
            "Set-Cookie",
            "\(Self.cookieName(origin.port))=\(session); Path=\(origin.prefix)/; HttpOnly; "
                + "SameSite=Strict\(security)"
        )
    }

    private static func cookieName(_ port: Int) -> String { "photopark-\(port)" }

    private static func areEqual(_ left: some StringProtocol, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
