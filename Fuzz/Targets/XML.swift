import TextFormats

/// Checks that the places where a text is divided do not matter, and that elements are balanced.
func fuzzXML(_ bytes: UnsafeBufferPointer<UInt8>) {
    let half = bytes.count / 2
    let whole = parts(of: [bytes])
    let halves = parts(of: [
        UnsafeBufferPointer(rebasing: bytes[..<half]),
        UnsafeBufferPointer(rebasing: bytes[half...]),
    ])
    let single = parts(of: bytes.indices.map { UnsafeBufferPointer(rebasing: bytes[$0...$0]) })
    precondition(whole == halves && whole == single, "the division of a text changes its parts")
}

/// The parts of an accepted text; `nil` if it is refused.
private func parts(of pieces: [UnsafeBufferPointer<UInt8>]) -> [String]? {
    var reader = XMLReader()
    var parts: [String] = []
    var open: [String] = []
    do throws(XMLError) {
        for piece in pieces {
            try reader.read(piece) { event throws(XMLError) in
                switch event {
                case .start(let name):
                    open.append("\(name.namespace)|\(text(name.local))")
                    precondition(open.count <= XMLLimits.depth, "elements are too deep")
                    parts.append("<" + open[open.count - 1])
                case .text(let bytes):
                    precondition(!open.isEmpty, "a text is outside the root element")
                    precondition(bytes.count <= XMLLimits.text, "a text is too long")
                    parts.append("=" + text(bytes))
                case .end(let name):
                    precondition(
                        open.popLast() == "\(name.namespace)|\(text(name.local))",
                        "an end has another name than its start")
                    parts.append(">")
                }
            }
        }
        try reader.finish()
    } catch {
        _ = "\(error)"
        return nil
    }
    precondition(open.isEmpty, "an accepted text has open elements")
    return parts
}

private func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
        preconditionFailure("a text that is not UTF-8 is accepted")
    }
    return text
}
