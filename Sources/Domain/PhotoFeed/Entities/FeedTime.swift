/// A moment in whole seconds of UTC, which is all that a feed's times have.
public struct FeedTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let secondsSinceEpoch: Int64

    /// The moment `secondsSinceEpoch` seconds after 1970 began in UTC.
    public init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: FeedTime, rhs: FeedTime) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }
}

// The calendar arithmetic counts days in eras of 400 years that begin in March, so that the leap
// day is the last one of a year: no table, no loop, and right for every year that four digits hold.
extension FeedTime {
    private static let daysBeforeEpoch: Int64 = 719_468  // from 0000-03-01 to 1970-01-01
    private static let daysPerEra: Int64 = 146_097

    /// The moment that exactly the twenty bytes `YYYY-MM-DDTHH:MM:SSZ` name; `nil` for any other text.
    public init?(utf8 text: some Collection<UInt8>) {
        let parsed: FeedTime?? = text.withContiguousStorageIfAvailable(Self.parse)
        guard let time = parsed ?? Array(text).withUnsafeBufferPointer(Self.parse) else {
            return nil
        }
        self = time
    }

    /// The moment that exactly `YYYY-MM-DDTHH:MM:SSZ` names; `nil` for any other text.
    public init?(_ text: String) { self.init(utf8: text.utf8) }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> FeedTime? {
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for index in range {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit <= 9 else { return nil }
                value = value * 10 + Int64(digit)
            }
            return value
        }
        guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        return FeedTime(secondsSinceEpoch: ((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static func days(of month: Int64, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysPerEra + dayOfEra - daysBeforeEpoch
    }

    /// The moment as `YYYY-MM-DDTHH:MM:SSZ`.
    public var description: String {
        let (days, rest) = secondsSinceEpoch.flooredDivision(by: 86_400)
        let (era, dayOfEra) = (days + Self.daysBeforeEpoch).flooredDivision(by: Self.daysPerEra)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ value: Int64, _ width: Int = 2) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
            + "T\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))Z"
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
