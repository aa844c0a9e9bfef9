/// Converts between a date with a time of day and seconds since 1970, without leap seconds.
///
/// The calendar arithmetic counts days in eras of 400 years that begin in March, so that the leap
/// day is the last day of a year. It needs no table and no loop, and is correct for every year of
/// four digits.
enum CalendarText {
    private static let daysBeforeEpoch: Int64 = 719_468  // from 0000-03-01 to 1970-01-01
    private static let daysPerEra: Int64 = 146_097

    /// Returns the seconds for exactly `YYYY-MM-DDTHH:MM:SS` plus `suffix`; `nil` for other texts.
    static func seconds(utf8 text: some Collection<UInt8>, suffix: StaticString) -> Int64? {
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
            guard bytes.count == 19 + suffix.utf8CodeUnitCount,
                bytes[19...].elementsEqual(
                    UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
            else { return nil }
            return Self.parse(UnsafeBufferPointer(rebasing: bytes[..<19]))
        }
        let parsed: Int64?? = text.withContiguousStorageIfAvailable(parse)
        return parsed ?? Array(text).withUnsafeBufferPointer(parse)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for index in range {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit <= 9 else { return nil }
                value = value * 10 + Int64(digit)
            }
            return value
        }
        guard bytes.count == 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        return ((days * 24 + hour) * 60 + minute) * 60 + second
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

    /// Returns the date and time `seconds` after the start of 1970, as `YYYY-MM-DDTHH:MM:SS`.
    static func text(ofSeconds seconds: Int64) -> String {
        let (days, rest) = seconds.flooredDivision(by: 86_400)
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
            + "T\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
