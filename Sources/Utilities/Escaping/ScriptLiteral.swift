/// Writes untrusted text as a string literal that is safe in a page's script.
///
/// Pure functions, for any scheduler.
package enum ScriptLiteral {
    /// Returns the JSON string literal, with its quotes, whose value is exactly `text`.
    ///
    /// Besides the escapes that JSON requires, `<`, `>`, `&` and every scalar that `TerminalText`
    /// would escape are written as `\uXXXX`. The literal can be used in a `<script>` element, in a
    /// script file or in a JSON file; it can neither close the element nor end the line.
    ///
    /// Cost: one pass.
    package static func literal(_ text: String) -> String {
        // Nearly all texts of a library need no escapes, and most lines of a feed consist of such
        // texts.
        if text.utf8.allSatisfy(isPlain) { return "\"\(text)\"" }
        var literal = "\""
        literal.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: literal += "\\\""
            case 0x5C: literal += "\\\\"
            case 0x26, 0x3C, 0x3E: literal += escape(UInt16(scalar.value))
            case _ where scalar.isHostile:
                String(scalar).utf16.forEach { literal += escape($0) }
            default: literal.unicodeScalars.append(scalar)
            }
        }
        literal += "\""
        return literal
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x3C, 0x3E, 0x5C: false
        default: (0x20..<0x7F).contains(byte)
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
