/// A value in a column of a database.
///
/// Two texts are equal if their UTF-8 bytes are equal, so `é` as one code point and as two are
/// different texts. Values have the order of SQLite: NULL, then numbers, then text by its bytes,
/// then blobs.
@frozen
public enum StoredValue: Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number; a database stores any but NaN.
    case real(Double)
    /// Text, which may contain any character, even NUL.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// Whether the value is absent.
    @inlinable public var isNull: Bool { if case .null = self { true } else { false } }
}

extension StoredValue: Hashable {
    /// Equality of numbers by value, and of text and blobs by bytes.
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    /// Feeds the value into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        switch self {
        case .null: break
        case .integer(let number): hasher.combine(number)
        case .real(let number): hasher.combine(number)
        case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .blob(let bytes): hasher.combine(bytes)
        }
    }
}

extension StoredValue: Comparable {
    /// The order of SQLite; integers and floating-point numbers are compared with each other.
    public static func < (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.integer(let left), .real(let right)): Double(left) < right
        case (.real(let left), .integer(let right)): left < Double(right)
        case (.text(let left), .text(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}

extension StoredValue: CustomStringConvertible {
    /// The value as a part of a row's key in messages; the bytes of a blob are hexadecimal digits.
    public var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob(let bytes):
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }
}

extension StoredValue {
    /// The size in bytes up to which a text or a blob can be stored.
    public static let maximumLength = 256 << 20

    private static func fault(ofLength length: Int) -> String? {
        length > maximumLength ? "the value is longer than \(maximumLength) bytes" : nil
    }

    /// The reason why the value cannot be stored; `nil` if it can.
    ///
    /// Every engine refuses these values.
    public var storageFault: String? {
        switch self {
        case .real(let number): number.isNaN ? "NaN cannot be stored" : nil
        case .text(let text): Self.fault(ofLength: text.utf8.count)
        case .blob(let bytes): Self.fault(ofLength: bytes.count)
        case .null, .integer: nil
        }
    }
}
