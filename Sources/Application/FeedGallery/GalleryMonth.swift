import Foundation
import SafeText

/// A section of the page: a month and how many of the gallery's items, in a row, are in it.
struct GalleryMonth {
    /// The month in ISO form, `2024-05`.
    let key: String
    /// The month in time; the next one's start is its end.
    let interval: DateInterval
    var count = 0

    var json: String { "[\(ScriptText.literal(key)),\(count)]" }
}

/// Sorts dates into months of the calendar on the wall of one time zone.
struct GalleryCalendar {
    private let calendar: Calendar
    // Years 1 to 9999: what a page can write, and far from where calendars lose their footing.
    private static let writable = -62_135_000_000.0...253_402_000_000.0

    init(timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    func month(of date: Date) -> GalleryMonth {
        let parts = calendar.dateComponents([.year, .month], from: date)
        guard let year = parts.year, let month = parts.month,
            let interval = calendar.dateInterval(of: .month, for: date)
        else { preconditionFailure("every date within the years 1 to 9999 has a month") }
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return GalleryMonth(key: "\(padded)-\(month < 10 ? "0" : "")\(month)", interval: interval)
    }

    /// The date within what the page can write; no date, however wild, is an error.
    func writable(_ date: Date) -> Date {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { return Date(timeIntervalSince1970: 0) }
        return Date(
            timeIntervalSince1970: min(
                max(seconds, Self.writable.lowerBound), Self.writable.upperBound))
    }

    /// Seconds from 1970 to what the wall clock showed: the page needs no time zones.
    func wallSeconds(_ date: Date) -> Int {
        Int(date.timeIntervalSince1970) + calendar.timeZone.secondsFromGMT(for: date)
    }
}
