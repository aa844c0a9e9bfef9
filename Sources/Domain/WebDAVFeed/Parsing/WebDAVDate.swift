import TextFormats

/// The forms of dates that servers send: three of RFC 9110 (5.6.7), and three others.
///
/// `Sun, 06 Nov 1994 08:49:37 GMT`, the obsolete `Sunday, 06-Nov-94 08:49:37 GMT` of RFC 850 and
/// `Sun Nov  6 08:49:37 1994` of asctime, the first one with a numeric zone or without leading
/// zeros, the output of `date` (`Sun Nov  6 08:49:37 UTC 1994`), and RFC 3339
/// (`1994-11-06T08:49:37Z`).
enum WebDAVDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the seconds since 1970; `nil` for any other text.
    static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        return internetDate(text) ?? namedDate(text)
    }

    private static func internetDate(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let time = CivilTime(utf8: bytes[..<19]) else { return nil }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        }
        guard let offset = zone(String(decoding: rest, as: UTF8.self)) else { return nil }
        return time.secondsSinceEpoch - offset
    }

    private static func namedDate(_ text: String) -> Int64? {
        let hasOffset = text.contains(" +") || text.contains(" -")
        var words = text.split { $0 == " " || $0 == "," || $0 == "-" && !hasOffset }
            .map { $0.lowercased() }
        // The name of the day is not compared with the date.
        guard words.count >= 5, words.count <= 6 else { return nil }
        if words.count == 6 || Int(words[0]) == nil { words.removeFirst() }
        // asctime has no zone.
        if words.count == 4 { words.insert("gmt", at: 3) }
        // `nov 6 08:49:37 utc 1994` has the year at the end.
        if Int(words[0]) == nil { words = [words[1], words[0], words[4], words[2], words[3]] }
        let clock = words[3].split(separator: ":").map { number(String($0)) }
        guard let day = number(words[0]), let month = months.firstIndex(of: words[1]),
            let year = number(words[2]).flatMap(century), clock.count == 3, let hour = clock[0],
            let minute = clock[1], let second = clock[2], second <= 60,
            let offset = zone(words[4]),
            let time = CivilTime(
                year: year, month: month + 1, day: day, hour: hour, minute: minute)
        else { return nil }
        return time.secondsSinceEpoch + Int64(second) - offset
    }

    /// Returns the year that a number stands for; two digits are one from 1970 to 2069.
    ///
    /// No file is of the future, and none of a server is older.
    private static func century(_ year: Int) -> Int? {
        switch year {
        case 1_000...: year
        case 70..<100: 1_900 + year
        case 0..<70: 2_000 + year
        default: nil
        }
    }

    /// Returns the seconds east of UTC.
    private static func zone(_ text: String) -> Int64? {
        if ["gmt", "utc", "z", "ut"].contains(text.lowercased()) { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard text.hasPrefix("+") || text.hasPrefix("-"), digits.utf8.count == 4,
            let value = number(digits), value / 100 < 24, value % 100 < 60
        else { return nil }
        let seconds = Int64(value / 100 * 3_600 + value % 100 * 60)
        return text.hasPrefix("-") ? -seconds : seconds
    }

    private static func number(_ digits: String) -> Int? {
        let isNumber = digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isNumber && digits.utf8.count <= 4 ? Int(digits) : nil
    }
}
