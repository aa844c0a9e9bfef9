/// Writes JSON (RFC 8259) value by value into bytes, without building a tree.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///     json.member("name", "IMG_1.jpg")
///     json.array("pixels") { json in
///         json.integer(4_032)
///         json.integer(3_024)
///     }
///     json.member("duration", Double?.none)
/// }
/// print(json.text)    // {"name":"IMG_1.jpg","pixels":[4032,3024],"duration":null}
/// ```
///
/// It writes all JSON of the package, except values whose type decides the encoding (`Encodable`).
/// The calls follow the text: a value, or in an object a member. The writer adds the commas. A
/// number is written exactly: `JSONReader` returns the same number. Values outside of an object or
/// array follow each other with commas, as the elements of an array that the caller opens.
///
/// A value costs a pass over its bytes. The only allocations are those of `bytes` as it grows, and
/// of numbers with more than 15 digits.
package struct JSONWriter: Sendable {
    /// The characters that become `\uXXXX`, besides those for which JSON requires an escape.
    package enum Escapes: Sendable {
        /// No others: quotes, backslashes and control characters are escaped.
        case required
        /// All characters beyond ASCII, and U+007F: the text is valid in a header field.
        case nonASCII
        /// `<`, `>`, `&`, and every character that `TerminalText` escapes.
        ///
        /// The text is safe in a script of a page and on a terminal: it can neither close an
        /// element nor end the line.
        case hostile
    }

    /// The text that has been written.
    package private(set) var bytes: [UInt8] = []
    let escapes: Escapes
    private var needsComma = false

    /// Creates a writer without text.
    ///
    /// - Parameter capacity: the expected length, for which memory is reserved.
    package init(escaping escapes: Escapes = .required, capacity: Int = 512) {
        self.escapes = escapes
        bytes.reserveCapacity(capacity)
    }

    /// Returns the text of the object whose members `body` writes.
    package static func object(
        escaping escapes: Escapes = .required, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(escaping: escapes)
        writer.object(body)
        return writer.bytes
    }

    /// The text as a string.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Values

    /// Writes an object, whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array, whose elements `body` writes.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        body(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        separate()
        Self.append(quoted: value, to: &bytes, escaping: escapes)
        needsComma = true
    }

    /// Writes a string of characters that need no escape, such as Base64.
    package mutating func string(plain value: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: value)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a whole number.
    package mutating func integer(_ value: some BinaryInteger) { literal(String(value)) }

    /// Writes a number with the fewest digits that distinguish it from all others.
    ///
    /// JSON has no notation for infinity and NaN: they become `null`.
    package mutating func double(_ value: Double) {
        literal(value.isFinite ? value.description : "null")
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes `null`.
    package mutating func null() { literal("null") }

    // MARK: Names

    /// Writes the name of the next member, which needs no escapes; its value has to follow.
    package mutating func name(_ name: StaticString) {
        assert("\(name)".unicodeScalars.allSatisfy { $0.isASCII && !Self.isEscaped($0, .hostile) })
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next member, any text; its value has to follow.
    package mutating func name(escaping name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Continues on the next line, after a comma if a value came before.
    package mutating func lineBreak() {
        separate()
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Text

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Writes a literal or a number; the text of nearly all numbers is stored without allocation.
    private mutating func literal(_ text: String) {
        separate()
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        needsComma = true
    }
}
