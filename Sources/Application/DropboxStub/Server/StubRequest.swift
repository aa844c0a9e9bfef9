/// A parsed request with its complete body.
struct StubRequest: Sendable {
    let method: String
    /// The path without the query.
    let path: String
    /// The decoded parameters of the query; the last one wins among equal names.
    let query: [String: String]
    /// The header fields by lower-case name, without the host.
    let headers: [String: String]
    let body: [UInt8]

    /// The route's name, without the version of the API that precedes it.
    var routeName: String {
        let name = path.drop { $0 == "/" }
        if name.hasPrefix("2/") || name.hasPrefix("1/") { return String(name.dropFirst(2)) }
        return name.hasPrefix("temporary/") ? "temporary" : String(name)
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
