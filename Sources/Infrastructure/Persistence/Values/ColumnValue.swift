/// The type of a column.
public enum ColumnType: String, Sendable, Hashable {
    /// A whole number of 64 bits.
    case integer
    /// A floating-point number of 64 bits.
    case real
    /// Text of any characters.
    case text
    /// Bytes.
    case blob
}

/// A type whose values are stored in a column.
///
/// `Int`, `Int64`, `Int32`, `Double`, `Bool`, `String`, `[UInt8]` and their optionals are columns.
/// So is any type whose raw value has one of these types, once the type declares the conformance:
///
/// ```swift
/// enum TransferState: String, ColumnValue { case waiting, running, done }
/// struct NodeID: RawRepresentable, ColumnValue { let rawValue: String }
/// ```
///
/// A value is read exactly as it was stored. A stored value that does not belong to the type, such
/// as a number that is too large or an unknown raw value, is an error of the read.
public protocol ColumnValue: Sendable {
    /// The type of the column.
    static var columnType: ColumnType { get }
    /// Whether the column may be without a value.
    static var isOptional: Bool { get }
    /// The value as it is stored.
    var storedValue: StoredValue { get }
    /// Creates the value that was stored; `nil` if it is not one of this type.
    init?(stored: StoredValue)
}

extension ColumnValue {
    /// `false`.
    @inlinable public static var isOptional: Bool { false }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension Int32: ColumnValue {}

extension ColumnValue where Self: FixedWidthInteger {
    /// `.integer`.
    @inlinable public static var columnType: ColumnType { .integer }
    /// The number.
    @inlinable public var storedValue: StoredValue { .integer(Int64(self)) }
    /// Creates the number, if it fits.
    @inlinable
    public init?(stored: StoredValue) {
        guard case .integer(let number) = stored else { return nil }
        self.init(exactly: number)
    }
}

extension Double: ColumnValue {
    /// `.real`.
    @inlinable public static var columnType: ColumnType { .real }
    /// The number.
    @inlinable public var storedValue: StoredValue { .real(self) }
    /// Creates the number.
    @inlinable
    public init?(stored: StoredValue) {
        guard case .real(let number) = stored else { return nil }
        self = number
    }
}

extension Bool: ColumnValue {
    /// `.integer`.
    @inlinable public static var columnType: ColumnType { .integer }
    /// 1 or 0.
    @inlinable public var storedValue: StoredValue { .integer(self ? 1 : 0) }
    /// Creates the value of 1 or 0.
    @inlinable
    public init?(stored: StoredValue) {
        switch stored {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension String: ColumnValue {
    /// `.text`.
    @inlinable public static var columnType: ColumnType { .text }
    /// The text.
    @inlinable public var storedValue: StoredValue { .text(self) }
    /// Creates the text.
    @inlinable
    public init?(stored: StoredValue) {
        guard case .text(let text) = stored else { return nil }
        self = text
    }
}

extension [UInt8]: ColumnValue {
    /// `.blob`.
    @inlinable public static var columnType: ColumnType { .blob }
    /// The bytes.
    @inlinable public var storedValue: StoredValue { .blob(self) }
    /// Creates the bytes.
    @inlinable
    public init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored else { return nil }
        self = bytes
    }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    /// The type of the raw value.
    @inlinable public static var columnType: ColumnType { RawValue.columnType }
    /// The raw value.
    @inlinable public var storedValue: StoredValue { rawValue.storedValue }
    /// Creates the value with a raw value, if there is one.
    @inlinable
    public init?(stored: StoredValue) {
        guard let raw = RawValue(stored: stored) else { return nil }
        self.init(rawValue: raw)
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    /// The type of the value.
    @inlinable public static var columnType: ColumnType { Wrapped.columnType }
    /// `true`; traps for an optional of an optional, which has two kinds of `nil`.
    public static var isOptional: Bool {
        precondition(!Wrapped.isOptional, "a column has the type \(Self.self): use one optional")
        return true
    }
    /// The value, or `.null`.
    @inlinable public var storedValue: StoredValue { self?.storedValue ?? .null }
    /// Creates the value, or `nil` for `.null`.
    @inlinable
    public init?(stored: StoredValue) {
        if stored.isNull {
            self = Self.none
        } else {
            guard let value = Wrapped(stored: stored) else { return nil }
            self = value
        }
    }
}
