/// The typed name of a value in a `KeyedStore`.
///
/// ```swift
/// enum Settings {
///     static let user = Key<String>("user.name", default: "me")
///     static let theme = Key<Theme?>("theme")
///     static let token = Key<Secret<String>?>("dropbox.refresh-token")
/// }
/// ```
///
/// A key with a default has a value in every store. A key of an optional type without a default has
/// the value `nil` if nothing is stored, and assigning `nil` removes the stored value. An empty
/// text or list differs from a missing value.
///
/// A name has one type in the whole program. A second key with the same name, but another type,
/// traps when it is made. A name has 1 to 100 characters: letters and digits of ASCII, and
/// between them `.`, `-` and `_`.
///
/// The values are encoded as JSON by their `Codable` conformance.
public struct Key<Value: Sendable>: Sendable {
    @usableFromInline let definition: KeyDefinition<Value>

    /// Creates a key whose value is `value` if nothing is stored.
    public init(
        _ name: String, default value: Value, file: StaticString = #fileID, line: UInt = #line
    ) where Value: Codable {
        definition = KeyDefinition(
            name, default: value, file, line, encode: { try ValueCoder.encode($0) },
            decode: { try ValueCoder.decode(Value.self, from: $0) })
    }

    /// Creates a key of an optional value, which is `nil` if nothing is stored.
    public init<Wrapped: Codable & Sendable>(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        definition = KeyDefinition(
            name, default: nil, file, line,
            encode: { value in try value.map { try ValueCoder.encode($0) } },
            decode: { try ValueCoder.decode(Wrapped.self, from: $0) })
    }

    /// The name, which is also the name in the stored data.
    public var name: String { definition.name }
}

/// The content of a key, shared by its copies.
@usableFromInline
final class KeyDefinition<Value: Sendable>: Sendable {
    @usableFromInline let name: String
    /// The place of the key's value in the table of each store.
    @usableFromInline let number: Int
    @usableFromInline let defaultValue: Value
    /// Returns the JSON text of a value; `nil` for a value that is removed instead.
    let encode: @Sendable (Value) throws -> [UInt8]?
    let decode: @Sendable (_ json: [UInt8]) throws -> Value

    init(
        _ name: String, default defaultValue: Value, _ file: StaticString, _ line: UInt,
        encode: @escaping @Sendable (Value) throws -> [UInt8]?,
        decode: @escaping @Sendable (_ json: [UInt8]) throws -> Value
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.encode = encode
        self.decode = decode
        number = KeyRegistry.register(name, Value.self, file, line)
    }
}
