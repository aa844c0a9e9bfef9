/// Writes text from a stranger as a string literal that is safe inside a page's script.
///
/// Pure functions, for any scheduler.
public enum ScriptText {
    /// The JSON string literal, with its quotes, that means exactly `text`.
    ///
    /// Besides what JSON asks for, `<`, `>`, `&`, U+2028 and U+2029 are written as `\uXXXX`: the
    /// literal can stand in a `<script>` element, in a script file, or in a JSON file, and can
    /// neither close the element nor end the line.
    ///
    /// Cost: one pass.
    public static func literal(_ text: String) -> String {
        var literal = "\""
        literal.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: literal += "\\\""
            case 0x5C: literal += "\\\\"
            case 0...0x1F, 0x7F...0x9F, 0x26, 0x3C, 0x3E, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        literal += "\""
        return literal
    }
}
