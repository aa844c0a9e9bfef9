import ArgumentParser
package import Foundation
package import PhotoFeed

/// A moment or a span of time on the command line.
///
/// Accepted are a moment (`2024-05-31T18:00:00Z`), a day (`2024-05-31`), a month (`2024-05`), a
/// year (`2024`), `today`, `yesterday`, and a number of days, weeks, months or years before now
/// (`7d`, `2w`, `6m`, `1y`). Days begin at midnight UTC.
package struct DayArgument: Sendable {
    package let start: FeedTime
    /// The first moment after the span.
    ///
    /// Times are whole seconds.
    package let end: FeedTime

    /// The last moment of the span.
    package var last: FeedTime { end.advanced(by: -1) }

    /// Parses `text`; relative forms count back from `now`.
    ///
    /// - Throws: `ValidationError` with the accepted forms.
    package init(text: String, now: Date = .now) throws {
        guard let (start, end) = Self.span(of: text) ?? Self.relative(text, now) else {
            throw ValidationError(
                "a date must be 2024-05-31, 2024-05-31T18:00:00Z, 2024-05, 2024, yesterday, or 7d "
                    + "for seven days ago (also w, m, y)"
            )
        }
        self.start = start
        self.end = end
    }

    private static func span(of text: String) -> (FeedTime, FeedTime)? {
        if let moment = FeedTime(text) { return (moment, moment.advanced(by: 1)) }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        switch parts.count {
        case 1:
            guard let year = Int(text), text.utf8.count == 4, let start = midnight(text + "-01-01"),
                let end = midnight(digits(year + 1, 4) + "-01-01")
            else { return nil }
            return (start, end)
        case 2:
            guard let start = midnight(text + "-01"), let month = Int(parts[1]),
                let year = Int(parts[0])
            else { return nil }
            let next =
                month == 12 ? digits(year + 1, 4) + "-01" : parts[0] + "-" + digits(month + 1, 2)
            return midnight(next + "-01").map { (start, $0) }
        default: return midnight(text).map { ($0, $0.advanced(by: 86_400)) }
        }
    }

    private static func relative(_ text: String, _ now: Date) -> (FeedTime, FeedTime)? {
        let second = FeedTime(secondsSinceEpoch: Int64(now.timeIntervalSince1970))
        guard let today = midnight(String(second.description.prefix(10))) else { return nil }
        switch text.lowercased() {
        case "today": return (today, today.advanced(by: 86_400))
        case "yesterday": return (today.advanced(by: -86_400), today)
        default:
            let units: [Character: Calendar.Component] = [
                "d": .day, "w": .weekOfYear, "m": .month, "y": .year,
            ]
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
                (0...10_000).contains(count), !text.hasPrefix("+"),
                let date = calendar.date(byAdding: unit, value: -count, to: now)
            else { return nil }
            let moment = FeedTime(secondsSinceEpoch: Int64(date.timeIntervalSince1970))
            return (moment, moment.advanced(by: 1))
        }
    }

    private static func midnight(_ day: String) -> FeedTime? { FeedTime(day + "T00:00:00Z") }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension FeedTime {
    fileprivate func advanced(by seconds: Int64) -> FeedTime {
        FeedTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
    }
}
