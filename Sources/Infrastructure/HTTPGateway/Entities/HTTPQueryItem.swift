/// A name and a value of a query or a form, before encoding.
public struct HTTPQueryItem: Hashable, Sendable {
    /// The item's name.
    public let name: String
    /// The item's value; `nil` sends the name without `=`.
    public let value: String?

    /// Creates an item of a query or a form.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// Appends `name=value` and encodes everything but unreserved characters.
    ///
    /// Every server decodes this form.
    func append(to bytes: inout [UInt8]) {
        PercentEncoding.append(name.utf8, to: &bytes, keeping: \.isUnreserved)
        guard let value else { return }
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value.utf8, to: &bytes, keeping: \.isUnreserved)
    }
}

/// Percent-encoding (RFC 3986, 2.1).
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func append(
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
}
