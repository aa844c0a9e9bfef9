import Escaping

@testable import Routing

// The parser of the addresses of routes.

private let index = {
    var index = AddressIndex()
    let paths = [
        "", "photos", "photos/:photo", "photos/:photo/edit", ":a/b/:c", "a/:b/c", "a/b/:c/:d",
    ]
    for (number, path) in paths.enumerated() { index.add(RouteTemplate(path), route: number) }
    return (paths.map { RouteTemplate($0) }, index)
}()

/// Checks that an address that is written from its parts leads to the same parts.
func fuzzRouteAddress(_ bytes: [UInt8]) {
    let (templates, index) = index
    guard let parts = try? AddressText(String(decoding: bytes, as: UTF8.self), in: index) else {
        return
    }
    let template = templates[parts.route]
    precondition(parts.segments.count == template.keys.count, "a parameter is missing")
    var written: [UInt8] = []
    var segments = parts.segments.makeIterator()
    for segment in template.segments {
        if !written.isEmpty { written.append(UInt8(ascii: "/")) }
        switch segment {
        case .literal(let text): written += text.utf8
        case .parameter: encode(segments.next() ?? "", to: &written)
        }
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
    let text = String(decoding: written, as: UTF8.self)
    guard let again = try? AddressText(text, in: index) else {
        preconditionFailure("a written address is refused")
    }
    precondition(again.route == parts.route, "a written address leads to another route")
    precondition(isSame(again.segments, parts.segments), "a parameter of the path changes")
    precondition(isSame(again.query.map(\.key), parts.query.map(\.key)), "a key changes")
    precondition(isSame(again.query.map(\.value), parts.query.map(\.value)), "a value changes")
}

private func encode(_ text: String, to bytes: inout [UInt8]) {
    PercentEncoding.append(text.utf8, to: &bytes, keeping: \.isUnreserved)
}

private func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}
