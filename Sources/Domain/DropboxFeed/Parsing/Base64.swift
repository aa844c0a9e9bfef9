/// Decodes base64 (RFC 4648, 4) from the bytes in which it arrived.
enum Base64 {
    private static let invalid: UInt8 = 0xFF

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// The bytes that `text` stands for; `nil` when it is not base64, or its padding is missing.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        guard let last = text.last else { return [] }
        let padding = last != UInt8(ascii: "=") ? 0 : text[text.count - 2] != last ? 1 : 2
        let length = text.count / 4 * 3 - padding
        let whole = (text.count - (padding > 0 ? 4 : 0)) / 4
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            values.withUnsafeBufferPointer { values in
                // A digit's value has its two high bits clear, so one test of all covers each.
                var seen: UInt8 = 0
                for group in 0..<whole {
                    let a = values[Int(text[group * 4])]
                    let b = values[Int(text[group * 4 + 1])]
                    let c = values[Int(text[group * 4 + 2])]
                    let d = values[Int(text[group * 4 + 3])]
                    seen |= a | b | c | d
                    target.initializeElement(at: group * 3, to: a << 2 | b >> 4)
                    target.initializeElement(at: group * 3 + 1, to: b << 4 | c >> 2)
                    target.initializeElement(at: group * 3 + 2, to: c << 6 | d)
                }
                if padding > 0 {
                    let a = values[Int(text[whole * 4])]
                    let b = values[Int(text[whole * 4 + 1])]
                    let c = padding == 1 ? values[Int(text[whole * 4 + 2])] : 0
                    seen |= a | b | c
                    target.initializeElement(at: whole * 3, to: a << 2 | b >> 4)
                    if padding == 1 {
                        target.initializeElement(at: whole * 3 + 1, to: b << 4 | c >> 2)
                    }
                }
                isValid = seen & 0xC0 == 0
            }
            count = length
        }
        return isValid ? bytes : nil
    }
}
