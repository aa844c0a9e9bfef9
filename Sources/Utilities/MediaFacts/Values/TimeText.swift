import TextFormats

/// The forms of dates and time zones in EXIF, XMP and QuickTime.
enum TimeText {
    /// Reads a date with its time of day, fraction and time zone, as far as they are there.
    ///
    /// EXIF has `YYYY:MM:DD HH:MM:SS`, XMP and QuickTime have ISO 8601. Cameras and programs also
    /// write other separators, no separators, no seconds, or a blank time. A time of day that is
    /// missing or does not exist counts as midnight, so that the day is known. Phones write the
    /// hour 24 for the first one of the day, and the second 60 is a leap second. A date that
    /// devices write in place of an unknown one is missing; see `UnknownDates`.
    static func moment(_ text: String?) -> TakenTime? {
        guard let text else { return nil }
        var scan = TextScan(text)
        guard let year = scan.number(4...4) else { return nil }
        let separator = scan.next(of: ":-/.")
        let digits = separator == nil ? 2...2 : 1...2
        guard let month = scan.number(digits), scan.next(of: ":-/.") == separator,
            let day = scan.number(digits), let date = CivilTime(year: year, month: month, day: day)
        else { return nil }
        guard scan.next(of: "T :") != nil || scan.rest.isEmpty else { return nil }
        scan.skipSpaces()
        let time = scan.timeOfDay(on: date)
        let fraction = scan.fraction()
        scan.skipSpaces()
        let moment = time ?? date
        guard !UnknownDates.contains(moment) else { return nil }
        return TakenTime(time: moment, nanoseconds: fraction, offsetSeconds: offset(scan.rest))
    }

    /// Reads `+09:00`, `-0330`, `+09` or `Z`, as seconds ahead of UTC.
    static func offset(_ text: String?) -> Int? { text.flatMap { offset(Array($0.utf8)[...]) } }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        if text.elementsEqual("Z".utf8) { return 0 }
        guard let sign = text.first, sign == 0x2B || sign == 0x2D else { return nil }
        let digits = text.dropFirst().filter { $0 != 0x3A }
        guard digits.count == 2 || digits.count == 4, text.count - digits.count <= 2,
            let number = Digits.number(digits)
        else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        let seconds = (hours * 60 + minutes) * 60 * (sign == 0x2D ? -1 : 1)
        guard minutes < 60, (-12 * 3_600...14 * 3_600).contains(seconds) else { return nil }
        return seconds
    }

    /// Reads the digits behind the point of a second, as nanoseconds.
    static func nanoseconds(_ text: String?) -> Int? {
        guard let digits = text.map({ Array($0.utf8.prefix(9)) }), !digits.isEmpty else {
            return nil
        }
        return Digits.number(digits + Array(repeating: 0x30, count: 9 - digits.count))
    }
}

/// The bytes of a date that are not read yet.
private struct TextScan {
    private(set) var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    /// Reads as many digits as the range allows; `nil` if they are fewer.
    mutating func number(_ count: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(count.upperBound).prefix { (0x30...0x39).contains($0) }
        guard digits.count >= count.lowerBound else { return nil }
        rest = rest[digits.endIndex...]
        return Digits.number(digits)
    }

    /// Reads one of some characters of ASCII.
    mutating func next(of characters: String) -> UInt8? {
        guard let first = rest.first, characters.utf8.contains(first) else { return nil }
        rest.removeFirst()
        return first
    }

    mutating func skipSpaces() { while next(of: " ") != nil {} }

    /// Reads `HH:MM:SS`, `HH:MM` or `HHMMSS`; `nil` if there is none, or it does not exist.
    mutating func timeOfDay(on date: CivilTime) -> CivilTime? {
        guard let hour = number(1...2) else { return nil }
        let separator = next(of: ":.")
        guard let minute = number(2...2) else { return nil }
        var second = 0
        if separator == nil || next(of: ":.") != nil { second = number(2...2) ?? 0 }
        return CivilTime(
            year: date.year, month: date.month, day: date.day, hour: hour == 24 ? 0 : hour,
            minute: minute, second: second == 60 ? 59 : second)
    }

    /// Reads the fraction of a second, in nanoseconds.
    mutating func fraction() -> Int? {
        guard next(of: ".,") != nil else { return nil }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        return TimeText.nanoseconds(String(decoding: digits, as: UTF8.self))
    }
}

/// Decimal numbers without signs.
enum Digits {
    /// Reads at most nine digits.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 9,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
