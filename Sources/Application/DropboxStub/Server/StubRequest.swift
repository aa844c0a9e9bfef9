/// A request as the routes see it: read whole, its head taken apart.
struct StubRequest: Sendable {
    let method: String
    /// Without the query.
    let path: String
    /// The query's parameters, decoded; of equal names the last.
    let query: [String: String]
    /// By lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    /// The most that is read of a request's body; Dropbox's own limit for a call's argument is
    /// far lower, but a control command may carry a photo.
    static let bodyLimit = 64 << 20
}

/// Takes a form or a query apart (WHATWG URL, application/x-www-form-urlencoded).
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
        } else if byte == UInt8(ascii: "%"), rest.count >= 2,
            let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
