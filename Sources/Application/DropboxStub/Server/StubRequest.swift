/// A parsed request with its complete body.
struct StubRequest: Sendable {
    let method: String
    /// The path without the query.
    let path: String
    /// The decoded parameters of the query; the last one wins among equal names.
    let query: [String: String]
    /// The header fields by lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    /// The maximum size of a request's body, 64 MiB.
    ///
    /// Dropbox's limit for a call's argument is far lower, but a control command may contain a
    /// photo.
    static let bodyLimit = 64 << 20

    /// The route's name, without the version of the API that precedes it.
    var routeName: String {
        let name = path.drop { $0 == "/" }
        if name.hasPrefix("2/") || name.hasPrefix("1/") { return String(name.dropFirst(2)) }
        return name.hasPrefix("temporary/") ? "temporary" : String(name)
    }

    /// Whether the `Host` field names this machine or Dropbox.
    ///
    /// This prevents DNS rebinding: a page in the user's browser must not reach the stub through a
    /// name that it has resolved to the loopback address.
    var isForThisHost: Bool {
        let host = headers["host"] ?? ""
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return ["", "127.0.0.1", "localhost", "[::1", "www.dropbox.com"].contains(name)
            || name.hasSuffix(".dropboxapi.com") || name.hasSuffix(".dropbox.com")
    }

    /// The type of the body in lower case, without its parameters; empty if there is none.
    var mediaType: String { headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? "" }

    /// The scheme of the authorization in lower case, and the text after it.
    ///
    /// `nil` without an authorization.
    var authorization: (scheme: String, credentials: String?)? {
        guard let value = headers["authorization"] ?? query["authorization"] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts.first?.lowercased() ?? "", parts.count > 1 ? parts[1] : nil)
    }
}

/// Parses a form or a query (WHATWG URL, application/x-www-form-urlencoded).
func decodedForm(_ text: some StringProtocol) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = decodedFormText(halves[0])
        fields[name] = halves.count > 1 ? decodedFormText(halves[1]) : ""
    }
    return fields
}

private func decodedFormText(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "+") {
            bytes.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
            let low = rest.dropFirst().first.flatMap(hexDigit)
        {
            bytes.append(high << 4 | low)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}
