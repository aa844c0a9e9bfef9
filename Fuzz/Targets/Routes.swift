import TextFormats

@testable import Routing

// The parser of the addresses of routes.

private let templates = [
    "", "photos", "photos/:photo", "photos/:photo/edit", ":a/b/:c", "a/:b/c", "a/b/:c/:d",
].map { RouteTemplate($0) }

/// Checks that an address that is written from its parts leads to the same parts.
func fuzzRouteAddress(_ bytes: [UInt8]) {
    guard let parts = try? AddressText(String(decoding: bytes, as: UTF8.self)) else { return }
    for template in templates {
        guard let parameters = template.parameters(of: parts.path) else { continue }
        precondition(parameters.count == template.keys.count, "a parameter is missing")
    }
    // An empty path and an empty segment are written alike.
    guard parts.path != [""] else { return }
    var written: [UInt8] = [UInt8(ascii: "/")]
    for (number, segment) in parts.path.enumerated() {
        if number > 0 { written.append(UInt8(ascii: "/")) }
        encode(segment, to: &written)
    }
    var separator = UInt8(ascii: "?")
    for (key, value) in parts.query {
        written.append(separator)
        separator = UInt8(ascii: "&")
        encode(key, to: &written)
        written.append(UInt8(ascii: "="))
        encode(value, to: &written)
    }
    guard written.count <= AddressText.mostBytes else { return }
    guard let again = try? AddressText(String(decoding: written, as: UTF8.self)) else {
        preconditionFailure("a written address is refused")
    }
    precondition(isSame(again.path, parts.path), "a segment of the path changes")
    precondition(isSame(again.query.map(\.key), parts.query.map(\.key)), "a key changes")
    precondition(isSame(again.query.map(\.value), parts.query.map(\.value)), "a value changes")
}

private func encode(_ text: String, to bytes: inout [UInt8]) {
    PercentEncoding.append(text.utf8, to: &bytes, keeping: \.isUnreserved)
}

private func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}
