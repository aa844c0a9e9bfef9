import TextFormats

/// Parses `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
///
/// A date is compared with the server's own `Date`, so that the local clock does not matter.
enum RetryAfter {
    /// Returns the wait, at most one year; `nil` if the field is missing or cannot be parsed.
    static func read(_ field: String?, date: String?) -> Duration? {
        guard let field, field.utf8.count <= 64 else { return nil }
        if !field.isEmpty, field.utf8.allSatisfy(\.isDigit) {
            return .seconds(min(Int64(field) ?? longest, longest))
        }
        guard let moment = HTTPDate.seconds(field), let now = date.flatMap(HTTPDate.seconds) else {
            return nil
        }
        return .seconds(max(0, min(moment - now, longest)))
    }

    private static let longest: Int64 = 365 * 86_400
}

/// Parses the preferred form of an HTTP date, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970; `nil` for any other text.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.utf8.split {
            $0 == 32 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":")
        }
        guard parts.count == 8, parts[7].elementsEqual("GMT".utf8),
            let month = months.firstIndex(where: { parts[2].elementsEqual($0.utf8) }),
            let day = number(parts[1]), let year = number(parts[3]), year >= 1970,
            let hour = number(parts[4]), let minute = number(parts[5]),
            // A leap second is 60.
            let second = number(parts[6]), second <= 60,
            let time = CivilTime(
                year: year, month: month + 1, day: day, hour: hour, minute: minute)
        else { return nil }
        return time.secondsSinceEpoch + Int64(second)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.count <= 4 && digits.allSatisfy(\.isDigit) ? Int(Substring(digits)) : nil
    }
}
