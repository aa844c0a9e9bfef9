import TextFormats

/// The conditions in the body of a refused request (RFC 4918, 16).
struct WebDAVErrorBody: Error, Hashable {
    /// The token of a report is no longer valid.
    let hasInvalidToken: Bool

    /// Reads a body; any content results in a value.
    init(_ bytes: [UInt8]) {
        var reader = XMLReader()
        var hasInvalidToken = false
        // The body explains an error. If it is not XML, the status alone remains.
        try? reader.read(bytes) { event throws(XMLError) in
            if case .start(let name) = event, name.matches("valid-sync-token", in: "DAV:") {
                hasInvalidToken = true
            }
        }
        self.hasInvalidToken = hasInvalidToken
    }
}
