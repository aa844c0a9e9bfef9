/// A secret that proves who sends a request.
///
/// It never prints, and goes only to the origin of the request that it was given to, over https or
/// to this machine itself. A redirect to another origin leaves it behind. `bound(to:)` names the
/// origins that may have it, whatever address a request is pushed to:
///
/// ```swift
/// let api = try HTTPURL("https://api.example.org/2")
/// options.credential = .bearer(token).bound(to: [api.origin])
/// ```
public struct Credential: Sendable, Hashable {
    private let field: String
    private let secret: String
    /// The parts that no text may show: the secret itself, and what it was made of.
    private let hidden: [String]
    /// The only origins that may have it; `nil` for the origin of each request.
    private var origins: [HTTPOrigin]?

    private init(field: String, secret: String, hidden: [String]) {
        self.field = field
        self.secret = secret
        self.hidden = hidden
    }

    /// An OAuth 2 token (RFC 6750).
    public static func bearer(_ token: String) -> Credential {
        Credential(field: "Authorization", secret: "Bearer \(token)", hidden: [token])
    }

    /// A name and a password (RFC 7617), in UTF-8.
    public static func basic(user: String, password: String) -> Credential {
        let encoded = Base64.encode("\(user):\(password)".utf8)
        return Credential(
            field: "Authorization", secret: "Basic " + encoded, hidden: [encoded, password])
    }

    /// A secret in a field of the service's own, such as `X-API-Key`.
    public static func field(_ name: String, _ value: String) -> Credential {
        Credential(field: name, secret: value, hidden: [value])
    }

    /// The same credential, which goes to `origins` alone.
    ///
    /// A request to another origin fails with `.insecureCredential` before anything is sent.
    public func bound(to origins: [HTTPOrigin]) -> Credential {
        var bound = self
        bound.origins = origins
        return bound
    }

    /// Whether a request to `origin` may carry it.
    func mayGo(to origin: HTTPOrigin) -> Bool { origins?.contains(origin) ?? true }

    /// The only way to the secret: into the header of a request that is about to be sent.
    package func authorize(_ headers: inout HTTPHeaders) {
        headers[field] = secret
    }

    /// What `text` is without the secret; `nil` where it does not hold it.
    func concealed(in text: some Collection<UInt8>) -> [UInt8]? {
        SecretSearch(for: hidden.flatMap { [$0] + Base64.fragments(of: $0) }).concealed(text)
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the secret.
    public var description: String { "Credential(…)" }
    /// Not the secret.
    public var debugDescription: String { description }
    /// Nothing, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Base64 (RFC 4648, 4).
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var encoded: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFF_FFFF
            count += 8
            while count >= 6 {
                count -= 6
                encoded.append(digits[bits >> count & 63])
            }
        }
        if count > 0 { encoded.append(digits[bits << (6 - count) & 63]) }
        while encoded.count % 4 != 0 { encoded.append(UInt8(ascii: "=")) }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// What `text` looks like inside of a longer text that is encoded: one form for each place that it may begin at.
    ///
    /// Digits that depend on what stands before and behind are left out.
    static func fragments(of text: String) -> [String] {
        (0..<3).map { shift in
            let bytes = [UInt8](repeating: 0, count: shift) + text.utf8
            let digits = encode(bytes).prefix(while: { $0 != "=" })
            return String(
                digits.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(bytes.count % 3 == 0 ? 0 : 1))
        }
    }
}
