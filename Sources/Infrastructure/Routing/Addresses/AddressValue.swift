/// A type of value for parameters of addresses.
///
/// Each value has exactly one text: a text that prints differently after parsing is refused. `Int`,
/// `Bool`, `String`, and enumerations with such raw values conform:
///
/// ```swift
/// enum ThumbnailSize: String, AddressValue { case small, large }
/// ```
public protocol AddressValue: Sendable {
    /// Parses a text without percent-encoding; `nil` if it is not a value.
    init?(addressText: String)

    /// The text of the value, without percent-encoding.
    var addressText: String { get }
}

extension AddressValue where Self: LosslessStringConvertible {
    /// Parses the description of a value.
    public init?(addressText: String) { self.init(addressText) }

    /// The description of the value.
    public var addressText: String { description }
}

extension AddressValue where Self: RawRepresentable, RawValue: AddressValue {
    /// Parses the raw value.
    public init?(addressText: String) {
        guard let value = RawValue(addressText: addressText) else { return nil }
        self.init(rawValue: value)
    }

    /// The text of the raw value.
    public var addressText: String { rawValue.addressText }
}

extension String: AddressValue {}
extension Bool: AddressValue {}
extension Int: AddressValue {}
