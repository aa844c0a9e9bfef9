import Countries
import Foundation
import TextFormats

/// A word of a search.
///
/// It matches the path, which contains the name and the folders, without regard to case and to the
/// Unicode form: a Mac may write `é` as two scalars. A word such as `2024`, `2024-05` or
/// `2024-05-31` also matches the date on the camera's clock, and `kind:video` and `kind:photo`
/// match only the kind. `near:48.86,2.35` matches the photos within 10 km of a place in degrees,
/// `near:48.86,2.35,1` those within 1 km. `country:france` and `country:fr` match the photos that
/// were taken in a country, and `france` matches them, too.
package struct SearchWord: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text([UInt8], Day?, country: Int?)
        case kind(MediaInfo.Kind)
        case near(MediaInfo.Location, kilometres: Double)
        case country(Int)
    }

    /// A year, a month of it, or a day of that.
    struct Day: Hashable, Sendable {
        let year: Int
        let month: Int?
        let day: Int?

        /// Parses `2024`, `2024-05` or `2024-05-31`; `nil` for every other text.
        init?(_ text: String) {
            guard let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?/),
                let year = Int(match.1)
            else { return nil }
            self.year = year
            month = match.2.flatMap { Int($0) }
            day = match.3.flatMap { Int($0) }
        }

        func contains(_ time: CameraTime) -> Bool {
            let time = CivilTime(secondsSinceEpoch: time.wallSeconds)
            return time.year == year && time.month == month ?? time.month
                && time.day == day ?? time.day
        }
    }

    let content: Content

    /// Parses the words of a text, which are divided by white space.
    package static func words(in text: String) -> [SearchWord] {
        text.split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }
    }

    /// Parses a word; every text is one.
    package init(_ word: String) {
        let lower = word.searchForm
        if let kind = MediaInfo.Kind(rawValue: String(lower.trimmingPrefix("kind:"))),
            lower.hasPrefix("kind:")
        {
            content = .kind(kind)
        } else if let near = Self.near(lower) {
            content = near
        } else if let country = Self.country(lower) {
            content = .country(country)
        } else {
            content = .text(
                Array(lower.utf8), Day(lower), country: Countries.all.number(named: lower))
        }
    }

    /// Whether an item has the word.
    package func matches(_ item: FeedItem) -> Bool {
        switch content {
        case .kind(let kind): return item.node.kind == kind
        case .near(let place, let kilometres):
            return Self.isNear(item.node.mediaInfo?.location, place, kilometres)
        case .country(let country): return Self.country(of: item) == country
        case .text(let word, let day, let country):
            if let day, day.contains(item.node.displayTime) { return true }
            if let country, Self.country(of: item) == country { return true }
            var path = item.displayPath.searchForm
            return path.withUTF8 { Self.contains($0, from: 0, word) }
        }
    }

    /// Whether a place is known, and not farther from another one than a distance.
    static func isNear(
        _ location: MediaInfo.Location?, _ place: MediaInfo.Location, _ kilometres: Double
    ) -> Bool {
        location.map { Self.kilometres(from: place, to: $0) <= kilometres } ?? false
    }

    private static func country(of item: FeedItem) -> Int? {
        item.node.mediaInfo?.location.flatMap {
            Countries.all.number(latitude: $0.latitude, longitude: $0.longitude)
        }
    }

    private static func country(_ word: String) -> Int? {
        guard word.hasPrefix("country:") else { return nil }
        let name = String(word.dropFirst("country:".count))
        return Countries.all.number(code: name) ?? Countries.all.number(named: name)
    }

    private static func near(_ word: String) -> Content? {
        guard word.hasPrefix("near:") else { return nil }
        let numbers = word.dropFirst("near:".count)
            .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard (2...3).contains(numbers.count), numbers.allSatisfy(\.isFinite) else { return nil }
        return .near(
            MediaInfo.Location(latitude: numbers[0], longitude: numbers[1]),
            kilometres: numbers.count == 3 ? numbers[2] : 10)
    }

    /// The distance on a sphere (the haversine formula).
    private static func kilometres(
        from start: MediaInfo.Location, to end: MediaInfo.Location
    ) -> Double {
        func square(_ degrees: Double) -> Double {
            let sine = sin(degrees * .pi / 360)
            return sine * sine
        }
        let width =
            cos(start.latitude * .pi / 180) * cos(end.latitude * .pi / 180)
            * square(end.longitude - start.longitude)
        let chord = (square(end.latitude - start.latitude) + width).squareRoot()
        return 2 * 6_371 * asin(min(1, chord))
    }

    /// Whether the part of a text from `start` on contains a word, which may be empty.
    static func contains(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ word: [UInt8]
    ) -> Bool {
        word.isEmpty || word.withUnsafeBufferPointer { text.offset(of: $0, from: start) != nil }
    }
}

extension String {
    /// The text in lower case and in the composed form (NFC).
    var searchForm: String {
        var lower = lowercased()
        let mayChange = lower.withUTF8 { bytes in
            bytes.indices.contains { index in
                switch bytes[index] {
                // The first bytes of the blocks that the form changes: combining marks, Arabic,
                // scripts of India, the letters of Hangul, ideographs for compatibility.
                case 0xCC, 0xCD, 0xD9, 0xE0, 0xE1, 0xEF: true
                // The last byte of the sound marks of kana, U+3099 and U+309A.
                case 0x99, 0x9A: index >= 2 && bytes[index - 1] == 0x82 && bytes[index - 2] == 0xE3
                default: false
                }
            }
        }
        // The conversion costs more than a microsecond.
        return mayChange ? lower.precomposedStringWithCanonicalMapping : lower
    }
}
