/// The form `YYYY-MM-DDTHH:MM:SS` (ISO 8601, RFC 3339 without the zone).
extension CivilTime: CustomStringConvertible {
    private static let length = 19

    /// Creates the time from exactly `YYYY-MM-DDTHH:MM:SS`; `nil` for any other text.
    ///
    /// - Parameter terminator: a byte that has to follow the time, such as `Z`.
    package init?(utf8 text: some Collection<UInt8>, terminator: UInt8? = nil) {
        let parsed: CivilTime?? = text.withContiguousStorageIfAvailable {
            Self.parse($0, terminator)
        }
        let time = parsed ?? Array(text).withUnsafeBufferPointer { Self.parse($0, terminator) }
        guard let time else { return nil }
        self = time
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ terminator: UInt8?
    ) -> CivilTime? {
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for index in range {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit <= 9 else { return nil }
                value = value * 10 + Int(digit)
            }
            return value
        }
        guard bytes.count == length + (terminator == nil ? 0 : 1),
            terminator == nil || bytes[length] == terminator,
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        return CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// Appends `YYYY-MM-DDTHH:MM:SS` to `bytes`.
    package func write(to bytes: inout [UInt8]) {
        bytes.append(twoDigits: year / 100)
        bytes.append(twoDigits: year % 100)
        bytes.append("-", twoDigits: month)
        bytes.append("-", twoDigits: day)
        bytes.append("T", twoDigits: hour)
        bytes.append(":", twoDigits: minute)
        bytes.append(":", twoDigits: second)
    }

    /// The time as `YYYY-MM-DDTHH:MM:SS`.
    package var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.length)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ separator: Unicode.Scalar, twoDigits value: Int) {
        append(UInt8(ascii: separator))
        append(twoDigits: value)
    }

    fileprivate mutating func append(twoDigits value: Int) {
        append(UInt8(48 + value / 10))
        append(UInt8(48 + value % 10))
    }
}
