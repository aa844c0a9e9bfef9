import ArgumentParser
import Foundation

/// A moment on the command line: a day (`2024-05-31`, which begins at midnight UTC) or a moment (`2024-05-31T18:00:00Z`).
struct DayArgument: ExpressibleByArgument {
    let date: Date
    /// Whether just a day was given, so that an end means the end of that day.
    let isWholeDay: Bool

    init?(argument: String) {
        // The parser takes the 30th of February for the 2nd of March.
        let style = Date.ISO8601FormatStyle().year().month().day()
        let dayText = String(argument.prefix(10))
        guard let day = try? style.parse(dayText), style.format(day) == dayText else { return nil }
        if argument == dayText {
            date = day
            isWholeDay = true
        } else if let moment = try? Date.ISO8601FormatStyle().parse(argument) {
            date = moment
            isWholeDay = false
        } else {
            return nil
        }
    }

    /// The first moment that is no longer within; times are whole seconds.
    var end: Date { date.addingTimeInterval(isWholeDay ? 86_400 : 1) }
}
