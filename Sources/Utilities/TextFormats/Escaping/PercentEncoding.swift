/// Percent-encoding of bytes in addresses (RFC 3986, 2.1).
///
/// Pure functions, for any scheduler.
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Appends `text` to `bytes`, with `%XX` in place of each byte that is not kept.
    package static func append(
        _ text: some Sequence<UInt8>, to bytes: inout [UInt8], keeping isKept: (UInt8) -> Bool
    ) {
        for byte in text {
            if isKept(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    /// Decodes each `%XX` once.
    ///
    /// - Returns: the bytes; `nil` if a `%` is not followed by two hexadecimal digits.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else if let high = rest.next().flatMap(value(ofDigit:)),
                let low = rest.next().flatMap(value(ofDigit:))
            {
                bytes.append(high << 4 | low)
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension UInt8 {
    /// Whether the byte is `unreserved` (RFC 3986, 2.3), and so never percent-encoded.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
