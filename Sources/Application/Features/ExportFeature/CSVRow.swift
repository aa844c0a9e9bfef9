/// A row of comma-separated values (RFC 4180) that a spreadsheet does not run.
///
/// The cells `a, b`, -33.8 and `=1+1` become `"a, b",-33.8,'=1+1`, followed by CR LF.
///
/// A spreadsheet runs a text that begins with `=`, `+`, `-`, `@`, a tab or a return as a formula
/// (OWASP, "CSV Injection"). Such a text gets an apostrophe in front.
enum CSVRow {
    /// A value of a row.
    enum Cell: Hashable {
        case empty
        /// A number in decimal notation, which is never a formula.
        case number(String)
        /// A text of any content.
        case text(String)
    }

    /// Returns the row with its line end.
    static func text(_ cells: [Cell]) -> String {
        cells.map(text).joined(separator: ",") + "\r\n"
    }

    private static func text(_ cell: Cell) -> String {
        switch cell {
        case .empty: ""
        case .number(let digits): digits
        case .text(let text): quoted(guarded(text))
        }
    }

    private static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first)
        else { return text }
        return "'" + text
    }

    private static func quoted(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == quote || byte < 0x20
        }
        guard needsQuotes else { return text }
        // Bytes are compared: a quote and a combining mark behind it are one character.
        let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
    }
}
