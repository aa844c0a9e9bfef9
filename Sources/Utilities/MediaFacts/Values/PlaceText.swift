/// The places in QuickTime files, such as `+35.6895+139.6917+040.000/` (ISO 6709, annex H), and in
/// XMP, such as `35,41.37N`.
enum PlaceText {
    /// Reads the latitude and the longitude; a height is skipped.
    static func place(_ text: String?) -> MediaPlace? {
        guard var rest = text.map({ Array($0.utf8)[...] }),
            let latitude = coordinate(&rest, degreeDigits: 2),
            let longitude = coordinate(&rest, degreeDigits: 3)
        else { return nil }
        return MediaPlace(latitude: latitude, longitude: longitude)
    }

    /// Reads the degrees of XMP: `DDD,MM,SSk`, `DDD,MM.mmk`, or a number with a sign.
    ///
    /// - Parameters:
    ///   - positive: the letter of the north or the east.
    ///   - negative: the letter of the other direction.
    static func degrees(
        _ text: String?, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar
    ) -> Double? {
        guard let text, let last = text.unicodeScalars.last else { return nil }
        let letter = last.properties.uppercaseMapping.unicodeScalars.first
        guard letter == positive || letter == negative else {
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var sum = 0.0
        for part in parts.reversed() {
            guard let part, part >= 0, part.isFinite else { return nil }
            sum = sum / 60 + part
        }
        return letter == negative ? -sum : sum
    }

    /// Reads `±D…`, `±D…MM` or `±D…MMSS`, with a fraction of its last part.
    private static func coordinate(
        _ text: inout ArraySlice<UInt8>, degreeDigits: Int
    ) -> Double? {
        guard let sign = text.popFirst(), sign == 0x2B || sign == 0x2D else { return nil }
        let whole = digits(&text)
        var fraction = 0.0
        if text.first == 0x2E {
            text.removeFirst()
            var unit = 0.1
            for digit in digits(&text) {
                fraction += Double(digit - 0x30) * unit
                unit /= 10
            }
        }
        guard [0, 2, 4].contains(whole.count - degreeDigits),
            let degrees = Digits.number(whole.prefix(degreeDigits))
        else { return nil }
        let smaller = whole.dropFirst(degreeDigits)
        let minutes = Digits.number(smaller.prefix(2)) ?? 0
        let seconds = Digits.number(smaller.dropFirst(2)) ?? 0
        guard minutes < 60, seconds < 60 else { return nil }
        let scale = [1.0, 60, 3_600][smaller.count / 2]
        let value =
            Double(degrees) + Double(minutes) / 60 + Double(seconds) / 3_600 + fraction / scale
        return sign == 0x2D ? -value : value
    }

    private static func digits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        text = text[digits.endIndex...]
        return digits
    }
}
