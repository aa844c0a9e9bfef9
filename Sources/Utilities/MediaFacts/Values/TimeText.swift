import CivilTime

/// The forms of dates and time zones in EXIF and QuickTime.
enum TimeText {
    /// Reads `YYYY:MM:DD HH:MM:SS`, with other separators, too.
    static func time(_ text: String?) -> CivilTime? {
        guard let bytes = text.map({ Array($0.utf8) }), bytes.count >= 19 else { return nil }
        return time(bytes[..<19])
    }

    private static func time(_ text: ArraySlice<UInt8>) -> CivilTime? {
        var bytes = Array(text)
        guard [0x3A, 0x2D, 0x2F].contains(bytes[4]), bytes[4] == bytes[7],
            [0x20, 0x54].contains(bytes[10])
        else { return nil }
        (bytes[4], bytes[7], bytes[10]) = (0x2D, 0x2D, 0x54)
        return CivilTime(utf8: bytes)
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

    /// Reads `YYYY-MM-DDTHH:MM:SS`, with a fraction and a time zone if they are there.
    static func moment(_ text: String?) -> TakenTime? {
        guard let bytes = text.map({ Array($0.utf8) }), bytes.count >= 19,
            let time = time(bytes[..<19])
        else { return nil }
        var rest = bytes[19...]
        var nanoseconds: Int?
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            nanoseconds = self.nanoseconds(String(decoding: digits, as: UTF8.self))
            rest = rest.dropFirst(digits.count + 1)
        }
        return TakenTime(time: time, nanoseconds: nanoseconds, offsetSeconds: offset(rest))
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
