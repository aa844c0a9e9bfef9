/// Parses a form or a query (WHATWG URL, application/x-www-form-urlencoded).
///
/// Of several fields with the same name, the last one is used. An invalid escape is kept unchanged.
package func decodedForm(_ text: some StringProtocol) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
        let halves = pair.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = decodedFormText(halves[0])
        fields[name] = halves.count > 1 ? decodedFormText(halves[1]) : ""
    }
    return fields
}

private func decodedFormText(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "+") {
            bytes.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
            let low = rest.dropFirst().first.flatMap(hexDigit)
        {
            bytes.append(high << 4 | low)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}
