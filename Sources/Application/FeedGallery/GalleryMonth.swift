import Foundation
import SafeText

/// A section of the page: a month, and the number of consecutive items in it.
struct GalleryMonth {
    /// The month in ISO form, `2024-05`.
    let key: String
    /// The first second of the month, and of the next month, in local time.
    let start: Int64
    let end: Int64
    var count = 0

    var json: String { "[\(ScriptText.literal(key)),\(count)]" }
}

/// Sorts local times into months; no time zone is involved.
struct GalleryCalendar {
    private let calendar: Calendar
    // Years 1 to 9999: these can be written with four digits, and calendar arithmetic is reliable.
    private static let writable: ClosedRange<Int64> = -62_135_000_000...253_402_000_000

    init() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        self.calendar = calendar
    }

    func month(of time: Int64) -> GalleryMonth {
        let date = Date(timeIntervalSince1970: TimeInterval(writable(time)))
        let parts = calendar.dateComponents([.year, .month], from: date)
        guard let year = parts.year, let month = parts.month,
            let interval = calendar.dateInterval(of: .month, for: date)
        else { preconditionFailure("every date within the years 1 to 9999 has a month") }
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return GalleryMonth(
            key: "\(padded)-\(month < 10 ? "0" : "")\(month)",
            start: Int64(interval.start.timeIntervalSince1970),
            end: Int64(interval.end.timeIntervalSince1970))
    }

    /// The nearest time that the page can write; every time is accepted.
    func writable(_ time: Int64) -> Int64 {
        min(max(time, Self.writable.lowerBound), Self.writable.upperBound)
    }
}
