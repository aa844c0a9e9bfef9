import ArgumentParser
import Foundation

/// A moment on the command line: a day (`2024-05-31`, which begins at midnight UTC) or a moment (`2024-05-31T18:00:00Z`).
struct DayArgument: ExpressibleByArgument {
    let date: Date
    /// Whether just a day was given, so that an end means the end of that day.
    let isWholeDay: Bool

    init?(argument: String) {
        if let day = try? Date.ISO8601FormatStyle().year().month().day().parse(argument),
            argument.utf8.count == 10
        {
            date = day
            isWholeDay = true
        } else if let moment = try? Date.ISO8601FormatStyle().parse(argument) {
            date = moment
            isWholeDay = false
        } else {
            return nil
        }
    }

    /// The first moment that is no longer within.
    var end: Date { isWholeDay ? date.addingTimeInterval(86_400) : date }
}
