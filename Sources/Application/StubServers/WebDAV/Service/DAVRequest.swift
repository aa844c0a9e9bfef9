import TextFormats

/// A request with its complete body.
struct DAVRequest: Sendable {
    let method: String
    /// The path as it was sent.
    let path: String
    let query: [String: String]
    /// The header fields by lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    /// The value of the `Depth` field; the one that RFC 4918 states for a request without it.
    var depth: String { headers["depth"]?.lowercased() ?? "infinity" }

    /// Whether it asks for the smaller picture of a file.
    var isPreview: Bool { path == "/index.php/core/preview" }

    /// The name under which a request is counted, and under which faults are injected.
    var route: String {
        switch method {
        case "PROPFIND", "REPORT": "\(method) \(depth)"
        case "GET" where isPreview: "GET preview"
        default: method
        }
    }

    /// The user and the password of Basic authentication; `nil` without one that is valid.
    var credential: (user: String, password: String)? {
        guard let value = headers["authorization"], value.lowercased().hasPrefix("basic "),
            let bytes = Base64.decode(String(value.dropFirst("basic ".count))),
            let text = String(validating: bytes, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    /// The names of the elements of the body, without their namespaces, and the text of a token.
    ///
    /// `nil` if the body is not XML.
    var elements: (names: Set<String>, token: String)? {
        guard !body.isEmpty else { return ([], "") }
        var names: Set<String> = []
        var token = ""
        var isToken = false
        var reader = XMLReader()
        do {
            try reader.read(body) { event in
                switch event {
                case .start(let name):
                    names.insert(String(decoding: name.local, as: UTF8.self))
                    isToken = name.matches("sync-token", in: "DAV:")
                case .text(let bytes):
                    if isToken { token += String(decoding: bytes, as: UTF8.self) }
                case .end: isToken = false
                }
            }
            try reader.finish()
        } catch {
            return nil
        }
        return (names, token)
    }
}
