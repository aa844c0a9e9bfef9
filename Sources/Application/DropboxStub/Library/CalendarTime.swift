/// Converts between seconds since 1970 in UTC and a civil date (proleptic Gregorian calendar).
///
/// The arithmetic is from Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms". A
/// formatter of the system would cost more than the rest of a listing's entry.
enum CalendarTime {
    static func seconds(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400
    }

    /// The times whose year has four digits.
    private static let writable =
        seconds(
            year: 0, month: 1, day: 1)..<seconds(
            year: 10_000, month: 1, day: 1)

    /// Writes `seconds` in Dropbox's form, `YYYY-MM-DDTHH:MM:SSZ`.
    ///
    /// A time outside `writable` is replaced by the nearest one inside.
    static func write(_ seconds: Int, to bytes: inout [UInt8]) {
        let seconds = min(max(seconds, writable.lowerBound), writable.upperBound - 1)
        let dayCount = Int((Double(seconds) / 86_400).rounded(.down))
        let second = seconds - dayCount * 86_400
        let days = dayCount + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ value: Int) {
            bytes.append(UInt8(48 + value / 10))
            bytes.append(UInt8(48 + value % 10))
        }
        two(year / 100)
        two(year % 100)
        bytes.append(UInt8(ascii: "-"))
        two(month)
        bytes.append(UInt8(ascii: "-"))
        two(dayOfYear - (153 * shifted + 2) / 5 + 1)
        bytes.append(UInt8(ascii: "T"))
        two(second / 3600)
        bytes.append(UInt8(ascii: ":"))
        two(second / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        two(second % 60)
        bytes.append(UInt8(ascii: "Z"))
    }
}
