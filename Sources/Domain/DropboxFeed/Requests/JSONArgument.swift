/// Writes a request's argument as JSON in ASCII, which is valid in a body and in a header field.
struct JSONArgument {
    private(set) var text = "{"

    mutating func add(_ name: String, _ value: String) {
        addName(name)
        addQuoted(value)
    }

    mutating func add(_ name: String, _ value: Bool) {
        addName(name)
        text += value ? "true" : "false"
    }

    mutating func add(_ name: String, _ value: Int) {
        addName(name)
        text += String(value)
    }

    mutating func add(_ name: String, _ value: JSONArgument) {
        addName(name)
        text += value.closed
    }

    mutating func add(_ name: String, _ values: [JSONArgument]) {
        addName(name)
        text += "[" + values.map(\.closed).joined(separator: ",") + "]"
    }

    /// The whole object.
    var closed: String { text + "}" }

    private mutating func addName(_ name: String) {
        if text.utf8.count > 1 { text += "," }
        addQuoted(name)
        text += ":"
    }

    private mutating func addQuoted(_ value: String) {
        text += "\""
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            text += value
        } else {
            for unit in value.utf16 { addEscaped(unit) }
        }
        text += "\""
    }

    private mutating func addEscaped(_ unit: UInt16) {
        switch unit {
        case 0x22: text += "\\\""
        case 0x5C: text += "\\\\"
        case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default:
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}
