/// A secret of a flow's state, which is never saved or printed.
///
/// Encoding omits the value: a decoded secret is absent. A value of this type is therefore excluded
/// wherever the state is saved.
///
/// ```swift
/// struct LoginState: Codable, Sendable {
///     var name = ""
///     var password = UnsavedSecret<String>()
/// }
/// ```
public struct UnsavedSecret<Value: Sendable>: Sendable {
    /// The value; `nil` if it has not been set, or was not saved.
    public var value: Value?

    /// Creates a secret.
    public init(_ value: Value? = nil) { self.value = value }

    /// Whether the secret has a value.
    public var isPresent: Bool { value != nil }
}

extension UnsavedSecret: Equatable where Value: Equatable {}

extension UnsavedSecret: Codable {
    /// Creates an absent secret.
    public init(from decoder: any Decoder) throws { self.init() }

    /// Writes `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

extension UnsavedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder, which shows only whether the secret has a value.
    public var description: String { isPresent ? "<secret>" : "<no secret>" }

    /// A placeholder, which shows only whether the secret has a value.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` prints no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
