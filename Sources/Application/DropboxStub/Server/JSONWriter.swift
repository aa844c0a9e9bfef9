import CivilTime

/// Writes JSON text directly into bytes.
///
/// The speed of a listing depends on this writer. An encoder that builds a tree of values first
/// takes ten times as long for the same page.
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Whether all characters beyond ASCII are escaped, for text in a header.
    private let isASCII: Bool
    private var needsComma = false

    init(isASCII: Bool = false, capacity: Int = 512) {
        self.isASCII = isASCII
        bytes.reserveCapacity(capacity)
    }

    /// The JSON object whose members `body` writes.
    static func object(isASCII: Bool = false, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(isASCII: isASCII)
        writer.object(body)
        return writer.bytes
    }

    // MARK: Values

    mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    mutating func array(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        body(&self)
        close(UInt8(ascii: "]"))
    }

    mutating func string(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    /// Writes a value that is already JSON text.
    mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes += json
        needsComma = true
    }

    // MARK: Members

    mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    mutating func list(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        array(body)
    }

    mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        raw(String(value).utf8)
    }

    mutating func member(name: String, _ value: Int) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        raw(String(value).utf8)
    }

    mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        raw(String(value).utf8)
    }

    mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        raw((value ? "true" : "false").utf8)
    }

    mutating func member(_ name: StaticString, time seconds: Int) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        CivilTime(secondsSinceEpoch: Int64(seconds)).write(to: &bytes)
        bytes += "Z\"".utf8
        needsComma = true
    }

    mutating func member(_ name: StaticString, rawString value: some Sequence<UInt8>) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        bytes += value
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    mutating func member(_ name: StaticString, raw json: some Sequence<UInt8>) {
        key(name)
        raw(json)
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
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func quote(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
            if isPlain {
                bytes += text
            } else if isASCII {
                escapeAll(text)
            } else {
                text.forEach { escape(UInt16($0), whenPlain: $0 >= 0x20 && $0 != 0x7F) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escapeAll(_ text: UnsafeBufferPointer<UInt8>) {
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            escape(unit, whenPlain: unit >= 0x20 && unit < 0x7F)
        }
    }

    private mutating func escape(_ unit: UInt16, whenPlain isPlain: Bool) {
        switch unit {
        case 0x22, 0x5C:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(unit))
        case _ where isPlain:
            bytes.append(UInt8(unit))
        default:
            bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
            for shift in [12, 8, 4, 0] {
                let digit = UInt8(unit >> UInt16(shift) & 15)
                bytes.append(digit < 10 ? 48 + digit : 87 + digit)
            }
        }
    }
}
