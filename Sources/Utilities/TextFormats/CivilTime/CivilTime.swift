/// A date and a time of day without a time zone, in the proleptic Gregorian calendar.
///
/// ```swift
/// let time = CivilTime(secondsSinceEpoch: 951_868_799)
/// print(time)                      // 2000-02-29T23:59:59
/// time.secondsSinceEpoch           // 951868799
/// CivilTime(utf8: "2001-02-29T00:00:00".utf8)  // nil: the day does not exist
/// ```
///
/// The system's date formatter would take longer than the rest of the parsing of an entry of a
/// listing.
package struct CivilTime: Hashable, Sendable {
    /// The year, 0 to 9999; 0 is 1 BC.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, 1 to 31.
    package let day: Int
    /// The hour, 0 to 23.
    package let hour: Int
    /// The minute, 0 to 59.
    package let minute: Int
    /// The second, 0 to 59: leap seconds do not exist.
    package let second: Int

    /// Creates a time; `nil` if the day or the time of day does not exist.
    package init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        guard (0...9_999).contains(year), (1...12).contains(month),
            (1...Self.days(of: month, in: year)).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The number of days in the month.
    package var daysInMonth: Int { Self.days(of: month, in: year) }

    /// The first moment of the month.
    package var startOfMonth: CivilTime {
        CivilTime(
            secondsSinceEpoch: secondsSinceEpoch
                - Int64(((day - 1) * 24 + hour) * 3_600 + minute * 60 + second))
    }

    private static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Seconds since 1970.
///
/// The arithmetic counts days in eras of 400 years that begin in March, so that the leap day is the
/// last day of a year (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
extension CivilTime {
    private static let daysBeforeEpoch = 719_468  // from 0000-03-01 to 1970-01-01
    private static let daysPerEra = 146_097
    /// The seconds since 1970 of all times whose year has four digits.
    private static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Creates the time on a clock that showed 1970-01-01T00:00:00 `seconds` seconds earlier.
    ///
    /// A time before the year 0 or after 9999 is replaced by the nearest one within.
    package init(secondsSinceEpoch seconds: Int64) {
        let seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
        let (days, rest) = Int(seconds).flooredDivision(by: 86_400)
        let (era, dayOfEra) = (days + Self.daysBeforeEpoch).flooredDivision(by: Self.daysPerEra)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The seconds since 1970-01-01T00:00:00 on the same clock, without leap seconds.
    package var secondsSinceEpoch: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * Self.daysPerEra + dayOfEra - Self.daysBeforeEpoch
        return Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }
}

/// Days of the week.
extension CivilTime {
    /// The day of the week, 0 to 6; 0 is Sunday.
    package var weekday: Int {
        let days = Int(secondsSinceEpoch).flooredDivision(by: 86_400).quotient
        // 1970-01-01 was a Thursday.
        return (days + 4).flooredDivision(by: 7).remainder
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
