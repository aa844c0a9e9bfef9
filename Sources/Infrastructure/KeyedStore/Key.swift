import TextFormats

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
/// A name has one type: reading a value of another type is an error. It has 1 to 100 characters:
/// letters and digits of ASCII, and between them `.`, `-` and `_`. Another name traps.
///
/// The values are encoded as JSON by their `Codable` conformance.
public struct Key<Value: Sendable>: Sendable {
    /// The name, which is also the name in the stored data.
    public let name: String
    let defaultValue: Value
    /// Returns the JSON text of a value; `nil` for a value that is removed instead.
    let encode: @Sendable (Value) throws -> [UInt8]?
    let decode: @Sendable (KeyedEntry) throws -> Value

    /// Creates a key whose value is `value` if nothing is stored.
    public init(_ name: String, default value: Value) where Value: Codable {
        self.init(
            name, default: value, encode: { try ValueCoder.encode($0) },
            decode: { try $0.decode(Value.self) })
    }

    /// Creates a key of an optional value, which is `nil` if nothing is stored.
    public init<Wrapped: Codable & Sendable>(_ name: String) where Value == Wrapped? {
        self.init(
            name, default: nil, encode: { value in try value.map { try ValueCoder.encode($0) } },
            decode: { try $0.decode(Wrapped.self) })
    }

    private init(
        _ name: String, default defaultValue: Value,
        encode: @escaping @Sendable (Value) throws -> [UInt8]?,
        decode: @escaping @Sendable (KeyedEntry) throws -> Value
    ) {
        precondition(
            KeyName.isValid(name),
            "'\(name)' is not a name of a key: use 1 to 100 ASCII letters and digits, and between "
                + "them '.', '-' and '_'")
        self.name = name
        self.defaultValue = defaultValue
        self.encode = encode
        self.decode = decode
    }

    /// Decodes an entry of a store.
    func value(of entry: [UInt8], in place: String) throws(KeyedStoreError) -> Value {
        func unreadable(_ reason: String) -> KeyedStoreError {
            KeyedStoreError(
                .unreadable, place: place, key: name, reason: reason,
                advice: "store the value again")
        }
        let stored: KeyedEntry
        do {
            stored = try KeyedEntry(entry)
        } catch {
            throw unreadable("its entry is invalid: \(error.reason)")
        }
        guard stored.version <= KeyedEntry.version else {
            throw KeyedStoreError(
                .newerFormat, place: place, key: name,
                reason: "version \(stored.version) of the value was stored by a newer program",
                advice: "use that program, or store the value again")
        }
        do {
            return try decode(stored)
        } catch {
            throw unreadable(ValueCoder.reason(of: error))
        }
    }
}

/// The rule for the names of keys.
enum KeyName {
    /// Whether a text may be the name of a key.
    ///
    /// The rule lets a name be an argument of a command, and a part of a file name.
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= 100 else {
            return false
        }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && bytes.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
