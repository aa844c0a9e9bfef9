/// Reads JSON (RFC 8259) field by field from bytes in memory, without building a tree.
///
/// The caller requests values of the types that it expects, and gets them, or an error with the
/// field and the byte. It skips unknown fields, which are checked as well.
///
/// ```swift
/// let sizes = try JSONReader.read(bytes) { reader throws(JSONError) in
///     var sizes: [Int64] = []
///     try reader.array { reader throws(JSONError) in
///         try reader.object { reader, field throws(JSONError) in
///             if field == "size" { sizes.append(try reader.integer()) } else { try reader.skip() }
///         }
///     }
///     return sizes
/// }
/// ```
///
/// A value costs a pass over its bytes. The only allocations are strings and the caller's own
/// results. Nesting is limited to `maximumDepth`, and skipped without recursion.
package struct JSONReader: ~Copyable {
    /// The maximum nesting depth of objects and arrays.
    package static let maximumDepth = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var scratch = TextBuffer()
    private var depth = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads a text that consists of one value.
    ///
    /// - Parameters:
    ///   - text: the whole text; a byte order mark is rejected.
    ///   - body: reads the value; anything after it except white space is an error.
    package static func read<Value>(
        _ text: some Collection<UInt8>,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        let direct = text.withContiguousStorageIfAvailable { bytes in
            Result { () throws(JSONError) in try read(bytes, body) }
        }
        if let direct { return try direct.get() }
        let copy = Array(text)
        return try copy.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in try read(bytes, body) }
        }.get()
    }

    private static func read<Value>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var reader = JSONReader(bytes)
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw reader.error(.syntax, "the text begins with a byte order mark")
        }
        let value = try body(&reader)
        reader.skipSpace()
        if reader.position < bytes.count {
            throw reader.error(.syntax, "unexpected data after the end of the value")
        }
        return value
    }

    /// Reads an object: calls `body` for each field, which must read or skip the field's value.
    package mutating func object(
        _ body: (inout JSONReader, JSONString) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "{"), "an object")
        if accept(UInt8(ascii: "}")) { return close() }
        repeat {
            skipSpace()
            let name = try quotedText("a field's name")
            try expect(UInt8(ascii: ":"))
            do throws(JSONError) {
                try body(&self, name)
            } catch {
                throw error.inside(nameOfField(at: name.offset))
            }
        } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        close()
    }

    /// Reads an array: calls `body` for each element, which must read or skip it.
    package mutating func array(
        _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "["), "an array")
        if accept(UInt8(ascii: "]")) { return close() }
        var index = 0
        repeat {
            do throws(JSONError) {
                try body(&self)
            } catch {
                throw error.inside(element: index)
            }
            index += 1
        } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        close()
    }

    /// The type of a value.
    package enum Kind: Sendable {
        /// An object: fields in braces.
        case object
        /// An array: elements in brackets.
        case array
        /// A string: text in quotes.
        case string
        /// A number, `true`, `false` or `null`; also a text that is not JSON.
        case scalar
    }

    /// Returns the kind of the next value, judged by its first character.
    package mutating func kind() throws(JSONError) -> Kind {
        switch peek() {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case nil: throw unexpected("a value")
        default: .scalar
        }
    }

    /// Reads `null` if it comes next, and returns whether it did.
    package mutating func null() throws(JSONError) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Reads `true` or `false`.
    package mutating func boolean() throws(JSONError) -> Bool {
        switch peek() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw unexpected("true or false")
        }
    }

    /// Skips a value of any type, and checks it.
    package mutating func skip() throws(JSONError) {
        // One bit for each open level: set for an object. Deep nesting must not use the stack.
        var levels: UInt64 = 0
        var level = 0
        repeat {
            switch peek() {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = bytes[position] == UInt8(ascii: "{")
                guard depth + level < Self.maximumDepth else { throw tooDeep() }
                position += 1
                let closing = UInt8(ascii: isObject ? "}" : "]")
                if accept(closing) { break }
                levels = levels << 1 | (isObject ? 1 : 0)
                level += 1
                if isObject { try skipName() }
                continue
            case UInt8(ascii: "\""): _ = try quotedText("a string")
            case UInt8(ascii: "t"): try literal("true")
            case UInt8(ascii: "f"): try literal("false")
            case UInt8(ascii: "n"): try literal("null")
            default: _ = try number()
            }
            while level > 0 {
                let isObject = levels & 1 == 1
                if accept(UInt8(ascii: ",")) {
                    if isObject { try skipName() }
                    break
                }
                try expect(UInt8(ascii: isObject ? "}" : "]"))
                levels >>= 1
                level -= 1
            }
        } while level > 0
    }

    private mutating func skipName() throws(JSONError) {
        skipSpace()
        _ = try quotedText("a field's name")
        try expect(UInt8(ascii: ":"))
    }

    private mutating func open(_ bracket: UInt8, _ wanted: String) throws(JSONError) {
        guard peek() == bracket else { throw unexpected(wanted) }
        guard depth < Self.maximumDepth else { throw tooDeep() }
        position += 1
        depth += 1
    }

    private mutating func close() { depth -= 1 }

    private func tooDeep() -> JSONError {
        error(.tooDeep, "objects and arrays are nested deeper than \(Self.maximumDepth) levels")
    }
}
