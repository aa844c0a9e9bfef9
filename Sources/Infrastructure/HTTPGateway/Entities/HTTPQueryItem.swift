/// A name and a value of a query or a form, not encoded yet.
public struct HTTPQueryItem: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value; `nil` sends the bare name.
    public let value: String?

    /// An item of a query or a form.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    /// Appends `name=value` with everything but unreserved characters encoded, which any server understands.
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
