import CivilTime
import Foundation
import Scheduling

/// The `Date` field of responses, whose text is made once a second (RFC 9110, 5.6.7).
enum ResponseDate {
    private static let latest = Guarded((second: Int64.min, text: ""))
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static var now: String {
        let second = Int64(Date().timeIntervalSince1970)
        return latest.withLock { latest in
            if latest.second != second {
                latest = (second, text(of: CivilTime(secondsSinceEpoch: second)))
            }
            return latest.text
        }
    }

    /// A time in UTC as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(of time: CivilTime) -> String {
        "\(days[time.weekday]), \(digits(time.day)) \(months[time.month - 1]) \(time.year) "
            + "\(digits(time.hour)):\(digits(time.minute)):\(digits(time.second)) GMT"
    }

    private static func digits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
