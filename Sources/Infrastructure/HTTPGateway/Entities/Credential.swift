import TextFormats

/// A secret that authenticates a request.
///
/// It is never printed. It is sent only to the origin of the request that it was set for, over
/// https or to a loopback address. A redirect to another origin does not carry it.
/// `restricted(to:)` fixes the origins that may receive it, whatever address a request is pushed
/// to:
///
/// ```swift
/// let api = try HTTPURL("https://api.example.org/2")
/// options.credential = .bearer(token).restricted(to: [api.origin])
/// ```
public struct Credential: Sendable, Hashable {
    private let field: String
    private let secret: String
    /// The texts that must not appear in any output: the secret itself, and its components.
    private let hidden: [String]
    /// The only origins that may receive it; `nil` for the origin of each request.
    private var origins: [HTTPOrigin]?

    private init(field: String, secret: String, hidden: [String]) {
        self.field = field
        self.secret = secret
        self.hidden = hidden
    }

    /// An OAuth 2 bearer token (RFC 6750).
    public static func bearer(_ token: String) -> Credential {
        Credential(field: "Authorization", secret: "Bearer \(token)", hidden: [token])
    }

    /// A user name and a password (RFC 7617), in UTF-8.
    public static func basic(user: String, password: String) -> Credential {
        let encoded = Base64.text(of: "\(user):\(password)".utf8)
        return Credential(
            field: "Authorization", secret: "Basic " + encoded, hidden: [encoded, password])
    }

    /// A secret in a header field that the service defines, such as `X-API-Key`.
    public static func field(_ name: String, _ value: String) -> Credential {
        Credential(field: name, secret: value, hidden: [value])
    }

    /// A copy of the credential that is sent only to `origins`.
    ///
    /// A request to another origin fails with `.insecureCredential` before anything is sent.
    public func restricted(to origins: [HTTPOrigin]) -> Credential {
        var restricted = self
        restricted.origins = origins
        return restricted
    }

    /// Whether a request to `origin` may carry the credential.
    func mayBeSent(to origin: HTTPOrigin) -> Bool { origins?.contains(origin) ?? true }

    /// Adds the secret to the header of a request that is about to be sent.
    ///
    /// The secret is accessible in no other way, except by `hide(by:)`.
    package func authorize(_ headers: inout HTTPHeaders) {
        headers[field] = secret
    }

    /// Passes the texts that must not appear in any output to the redaction of a log.
    package func hide(by redaction: (String) -> Void) { hidden.forEach(redaction) }

    /// The length of the shortest secret that can be removed from a text, in bytes.
    ///
    /// Most texts contain a shorter one by chance, and the gaps would show it.
    private static let shortestRemovable = 4

    /// Whether the secret is too short to be removed from a text.
    ///
    /// No text of a server is shown then.
    var isShort: Bool { hidden.contains { Self.isShort($0) } }

    /// Returns `text` with the secret removed; `nil` if `text` does not contain it.
    ///
    /// A short secret is not removed.
    func concealed(in text: some Collection<UInt8>) -> [UInt8]? {
        search { !Self.isShort($0) }.concealed(text)
    }

    /// Whether `text` contains the secret, also a short one.
    func occurs(in text: String) -> Bool {
        search { _ in true }.concealed(text.utf8) != nil
    }

    private func search(where isWanted: (String) -> Bool) -> SecretSearch {
        SecretSearch(
            for: hidden.filter(isWanted).flatMap { [$0] + Base64.fragments(of: $0) })
    }

    private static func isShort(_ text: String) -> Bool {
        (1..<shortestRemovable).contains(text.utf8.count)
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder without the secret.
    public var description: String { "Credential(…)" }
    /// A placeholder without the secret.
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Base64 {
    /// The forms of `text` inside a longer text in Base64, one for each of three alignments.
    ///
    /// Digits that also depend on the bytes before or after `text` are left out.
    fileprivate static func fragments(of text: String) -> [String] {
        (0..<3).map { shift in
            let bytes = [UInt8](repeating: 0, count: shift) + text.utf8
            let digits = Base64.text(of: bytes, isPadded: false)
            return String(
                digits.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(bytes.count % 3 == 0 ? 0 : 1))
        }
    }
}
