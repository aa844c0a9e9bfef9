@testable import TextFormats

/// Checks that JSON that can be read value by value can also be skipped, and written again.
func fuzzJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
    let walked = Result { () throws(JSONError) in try JSONReader.read(bytes, walk) }
    let skipped = Result { () throws(JSONError) in
        try JSONReader.read(bytes) { reader throws(JSONError) in try reader.skip() }
    }
    if case .success = walked, case .failure(let error) = skipped {
        preconditionFailure("a valid value cannot be skipped: \(error)")
    }
    for case .failure(let error) in [walked, skipped] { _ = "\(error)" }
    if let tree = try? JSONReader.read(bytes, JSONTree.init) { checkWriting(tree) }
}

private func checkWriting(_ tree: JSONTree) {
    for escapes in [JSONWriter.Escapes.required, .nonASCII, .hostile] {
        let text = tree.text(escaping: escapes)
        precondition(
            (try? JSONReader.read(text, JSONTree.init)) == tree, "a written value is another one")
        precondition(
            text.allSatisfy { $0 >= 0x20 && ($0 < 0x7F || escapes != .nonASCII) },
            "a written value contains a control character")
    }
}

private func walk(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.kind() {
    case .object:
        try reader.object { reader, field throws(JSONError) in
            precondition(
                !field.isASCII || field.utf8.allSatisfy { $0 < 0x80 }, "a name is not ASCII")
            try walk(&reader)
        }
    case .array: try reader.array(walk)
    case .string: _ = try reader.string()
    case .scalar:
        if try reader.null() { return }
        if let first = reader.peek(), first == UInt8(ascii: "t") || first == UInt8(ascii: "f") {
            _ = try reader.boolean()
        } else {
            _ = try reader.double()
        }
    }
}
