import TextFormats

/// A name and a value of a query or a form, before encoding.
///
/// All but the unreserved characters of RFC 3986 are percent-encoded, also in a form: a space is
/// sent as `%20`.
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
