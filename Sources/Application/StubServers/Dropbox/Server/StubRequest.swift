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
    ///
    /// - Parameter acceptsAddress: whether the address may have it, too. Every web page can send
    ///   such a request, but not one with a header field.
    func authorization(
        inAddress acceptsAddress: Bool = false
    ) -> (scheme: String, credentials: String?)? {
        let value = headers["authorization"] ?? (acceptsAddress ? query["authorization"] : nil)
        guard let value else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts.first?.lowercased() ?? "", parts.count > 1 ? parts[1] : nil)
    }
}
