import Processes

/// A confidential value, which is not printed, dumped or logged.
///
/// ```swift
/// let token = Key<Secret<String>?>("dropbox.refresh-token")
/// try store.update { $0[token] = Secret(answer.refreshToken) }
/// print(try store[token] as Any)              // Optional(Secret(…))
/// let header = try store[token]?.reveal()     // the text itself
/// ```
///
/// It may be a part of a larger value. Only a `KeyedStore` can encode it. Any other encoder gets an
/// error, so that the value does not reach a file or a request by accident.
///
/// While a secret exists, a crash of the process writes no core file, and no debugger can attach.
/// For this purpose a secret has one allocation.
public struct Secret<Value>: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: Value
    private let ban = CoreDumps()

    /// Creates a secret.
    public init(_ value: Value) { self.value = value }

    /// Returns the value; the name makes each use visible in the code.
    public func reveal() -> Value { value }

    /// A placeholder without the value.
    public var description: String { "Secret(…)" }
    /// A placeholder without the value.
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Sendable where Value: Sendable {}

extension Secret: Equatable where Value: Equatable {
    /// Compares the values.
    public static func == (left: Secret, right: Secret) -> Bool { left.value == right.value }
}

extension Secret: Hashable where Value: Hashable {
    /// Feeds the value into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Secret: Encodable where Value: Encodable {
    /// Encodes the value into a store; throws `EncodingError` for any other encoder.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.userInfo[.keyedStore] != nil else {
            throw EncodingError.invalidValue(
                description,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "a secret can be encoded into a KeyedStore only"))
        }
        try value.encode(to: encoder)
    }
}

extension Secret: Decodable where Value: Decodable {
    /// Decodes the value.
    public init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
    }
}
