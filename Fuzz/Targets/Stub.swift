import WebServer

@testable import StubServers

// Parsers of the web server and of the stub for the head of a request.

/// Checks that a range is within the file, and that a form stays the same when it is written again.
///
/// The lines of the input are a path, a query, a range, and header fields.
func fuzzRequestHead(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    lines += [String](repeating: "", count: max(0, 3 - lines.count))
    checkForm(lines[1])
    for size in [0, 1, 1_000, .max] { checkRange(lines[2], size) }
    var headers: [String: String] = [:]
    for line in lines.dropFirst(3) {
        let halves = line.split(separator: ":", maxSplits: 1)
        guard halves.count == 2 else { continue }
        headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
    }
    let request = StubRequest(
        method: "POST", path: lines[0], query: decodedForm(lines[1]), headers: headers, body: [])
    precondition(
        request.routeName.utf8.count <= lines[0].utf8.count,
        "a route's name is longer than its line")
    precondition(!request.mediaType.contains(";"), "a type has parameters")
    if let authorization = request.authorization() {
        precondition(!authorization.scheme.contains(" "), "a scheme contains a space")
    }
    if let host = headers["host"], AllowedHosts().contains(host, port: 8080) {
        let known = ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"]
        precondition(known.contains(host), host)
    }
}

private func checkForm(_ text: String) {
    let fields = decodedForm(text)
    let written = fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    precondition(decodedForm(written) == fields, "a form changes when it is written again")
}

private func encoded(_ text: String) -> String {
    text.utf8.map { "%" + (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()
}

private func checkRange(_ field: String, _ size: Int) {
    for field in [field, "bytes=\(field)"] {
        guard case .part(let part) = ByteRange.parse(field, size: size) else { continue }
        precondition(
            !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= size,
            "a range is empty or outside of the file")
    }
}
