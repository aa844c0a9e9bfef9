public import struct Foundation.Data
public import struct Foundation.Date

extension Date: ColumnValue {
    /// `.real`.
    public static var columnType: ColumnType { .real }
    /// The seconds since the reference date of `Date`, which keep every bit.
    public var storedValue: StoredValue { .real(timeIntervalSinceReferenceDate) }
    /// Creates the date.
    public init?(stored: StoredValue) {
        guard case .real(let seconds) = stored else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Data: ColumnValue {
    /// `.blob`.
    public static var columnType: ColumnType { .blob }
    /// The bytes.
    public var storedValue: StoredValue { .blob(Array(self)) }
    /// Creates the bytes.
    public init?(stored: StoredValue) {
        guard case .blob(let bytes) = stored else { return nil }
        self.init(bytes)
    }
}
