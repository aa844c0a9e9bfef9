/// Reads the strings of `outlines.json`: the outlines of Natural Earth (public domain) at
/// 1:110,000,000, or at 1:50,000,000 for a country that is too small for these.
///
/// The string of a country begins with a space, and has its code and its names between bars. The
/// strings after it are joined, and are its rings with "!" behind each. A ring is the differences of
/// its longitudes and latitudes in turn, in 1/50 of a degree, the first from the last place before.
/// A digit is one of the 91 characters from "#" to "~" without the backslash. A difference from -44
/// to 45 is one digit that is 44 larger. Another one is the digit 90 and three digits, the highest
/// first, of a number that is 376,785 larger. Countries with a small area are first.
struct OutlineReader {
    private(set) var countries: [Country] = []
    private(set) var rings: [OutlineRing] = []
    private(set) var points: [Int16] = []
    private var names: [String] = []
    private var firstRing = 0
    private var firstPoint = 0
    /// The last longitude and the last latitude.
    private var place: (Int, Int) = (0, 0)
    /// The digits of a long number that have been read, and how many are to come.
    private var number = 0
    private var digits = 0

    /// Adds a string: the names of the next country, or a part of the rings of the last one.
    mutating func add(_ text: ArraySlice<UInt8>) {
        if text.first == UInt8(ascii: " ") {
            finishCountry()
            names = text.dropFirst().split(
                separator: UInt8(ascii: "|"), omittingEmptySubsequences: false
            ).map { String(decoding: $0, as: UTF8.self) }
            return
        }
        for byte in text {
            if byte == UInt8(ascii: "!") { finishRing() } else { add(digit: Self.value(of: byte)) }
        }
    }

    /// Ends the last country.
    mutating func finishCountry() {
        guard let code = names.first else { return }
        var box = OutlineBox()
        for ring in rings[firstRing...] { box.add(ring.box) }
        countries.append(
            Country(
                code: code.lowercased(), names: Array(names.dropFirst()),
                rings: firstRing..<rings.count, box: box))
        names = []
        firstRing = rings.count
    }

    private static func value(of byte: UInt8) -> Int { Int(byte) - (byte < 92 ? 35 : 36) }

    private mutating func add(digit: Int) {
        if digits > 0 {
            number = number * 91 + digit
            digits -= 1
            if digits == 0 { add(difference: number - 376_785) }
        } else if digit == 90 {
            (number, digits) = (0, 3)
        } else {
            add(difference: digit - 44)
        }
    }

    private mutating func add(difference: Int) {
        if points.count.isMultiple(of: 2) {
            place.0 += difference
            points.append(Int16(clamping: place.0))
        } else {
            place.1 += difference
            points.append(Int16(clamping: place.1))
        }
    }

    private mutating func finishRing() {
        var box = OutlineBox()
        for point in stride(from: firstPoint, to: points.count, by: 2) {
            box.add(Double(points[point]), Double(points[point + 1]))
        }
        rings.append(OutlineRing(points: firstPoint..<points.count, box: box))
        firstPoint = points.count
    }
}
