import Foundation
import PhotoFeed

/// A word of a search.
///
/// It matches the path, which contains the name and the folders, without regard to case. A word
/// such as `2024`, `2024-05` or `2024-05-31` also matches the date on the camera's clock, and
/// `kind:video` and `kind:photo` match only the kind. `near:48.86,2.35` matches the photos within
/// 10 km of a place in degrees, `near:48.86,2.35,1` those within 1 km.
struct SearchWord: Hashable, Sendable {
    private enum Content: Hashable, Sendable {
        case text(Text, isDate: Bool)
        case kind(MediaInfo.Kind)
        case near(MediaInfo.Location, kilometres: Double)
    }

    /// A text, and its bytes in lower case.
    private struct Text: Hashable, Sendable {
        let text: String
        let bytes: [UInt8]
    }

    private let content: Content

    init(_ word: String) {
        let lower = word.lowercased()
        if let kind = MediaInfo.Kind(rawValue: String(lower.trimmingPrefix("kind:"))),
            lower.hasPrefix("kind:")
        {
            content = .kind(kind)
        } else if let near = Self.near(lower) {
            content = near
        } else {
            content = .text(
                Text(text: lower, bytes: Array(lower.utf8)), isDate: Self.isDate(lower))
        }
    }

    func matches(_ item: FeedItem) -> Bool {
        switch content {
        case .kind(let kind): return item.node.kind == kind
        case .near(let place, let kilometres):
            return item.node.mediaInfo?.location
                .map { Self.kilometres(from: place, to: $0) <= kilometres } ?? false
        case .text(let word, let isDate):
            if isDate, item.node.displayTime.description.hasPrefix(word.text) { return true }
            return Self.contains(item.displayPath.lowercased(), word.bytes)
        }
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

    /// Whether a word has the form of a year, a month or a day.
    private static func isDate(_ word: String) -> Bool {
        word.wholeMatch(of: /[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?/) != nil
    }

    /// Whether a text contains bytes; a search for each item has no time for characters.
    private static func contains(_ text: String, _ word: [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
            for start in 0...(bytes.count - word.count) where bytes[start] == first {
                if bytes[start..<start + word.count].elementsEqual(word) { return true }
            }
            return false
        }
    }
}
