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
/// A name has one type in the whole program. A second key with the same name, but another type or
/// version, traps when it is made. A name has 1 to 100 characters: letters and digits of ASCII, and
/// between them `.`, `-` and `_`.
///
/// The values are encoded as JSON by their `Codable` conformance. `VersionedValue` describes how a
/// type changes from one version of a program to the next.
public struct Key<Value: Sendable>: Sendable {
    @usableFromInline let definition: KeyDefinition<Value>

    /// Creates a key whose value is `value` if nothing is stored.
    ///
    /// A field of `Value` that is missing in the stored data gets its value from `value`. New
    /// fields can therefore be added to a type.
    public init(
        _ name: String, default value: Value, file: StaticString = #fileID, line: UInt = #line
    ) where Value: Codable {
        definition = KeyDefinition(
            name, default: value, version: versionNumber(of: Value.self), file, line,
            encode: { try ValueCoder.encode($0) },
            decode: { try ValueCoder.decode($0, filledFrom: value) })
    }

    /// Creates a key of an optional value, which is `nil` if nothing is stored.
    public init<Wrapped: Codable & Sendable>(
        _ name: String, file: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        definition = KeyDefinition(
            name, default: nil, version: versionNumber(of: Wrapped.self), file, line,
            encode: { value in try value.map { try ValueCoder.encode($0) } },
            decode: { stored in try ValueCoder.decode(Wrapped.self, from: stored) })
    }

    /// The name, which is also the name in the stored data.
    public var name: String { definition.name }
}

private func versionNumber(of type: Any.Type) -> Int {
    (type as? any VersionedValue.Type)?.version ?? 1
}

/// The content of a key, shared by its copies.
@usableFromInline
final class KeyDefinition<Value: Sendable>: Sendable {
    @usableFromInline let name: String
    /// The place of the key's value in the table of each store.
    @usableFromInline let number: Int
    @usableFromInline let defaultValue: Value
    let version: Int
    /// Returns the JSON text of a value; `nil` for a value that is removed instead.
    let encode: @Sendable (Value) throws -> [UInt8]?
    let decode: @Sendable (KeyedValue) throws -> Value

    init(
        _ name: String, default defaultValue: Value, version: Int, _ file: StaticString,
        _ line: UInt, encode: @escaping @Sendable (Value) throws -> [UInt8]?,
        decode: @escaping @Sendable (KeyedValue) throws -> Value
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.version = version
        self.encode = encode
        self.decode = decode
        number = KeyRegistry.register(name, Value.self, version: version, file, line)
    }
}
