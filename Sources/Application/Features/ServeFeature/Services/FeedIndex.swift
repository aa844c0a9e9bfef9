import PhotoFeed
import TextFormats

/// The months of a feed, and the dates between which a position of it is found.
///
/// The feed is ordered by instants, and has no row numbers. The index divides it into parts of
/// about 512 items that end between two dates, so that a part is read by its dates. The parts of
/// a million items take about 60 KB, and their places 3 MB at most. Items of one date are one part,
/// however many they are; `ScannedFeed` reads a long part by the numbers of its items.
///
/// Months are those of the cameras' clocks. Items of several time zones can be out of order by up
/// to 26 hours around the end of a month; such an item is counted in the month of the item before.
struct FeedIndex: Equatable, Sendable {
    /// A month and its number of consecutive items.
    struct Month: Equatable, Sendable {
        /// The month in ISO form, `2024-05`.
        let key: String
        /// The first second of the month on a clock.
        let start: Int64
        var count: Int
    }

    /// Consecutive items, newest first.
    struct Part: Equatable, Sendable {
        /// The position of the first item.
        let first: Int
        var count: Int
        let newest: FeedTime
        var oldest: FeedTime
    }

    /// The number of items after which a part ends with the next date.
    private static let partSize = 512

    private(set) var months: [Month] = []
    private(set) var parts: [Part] = []
    private(set) var count = 0
    private(set) var videos = 0
    private(set) var places = PlaceIndex()

    /// Adds the next item, which is not newer than those before.
    mutating func add(_ node: MediaNode) {
        addFacts(isVideo: node.kind == .video, place: node.mediaInfo?.location)
        addTime(node.date, wallSeconds: node.displayTime.wallSeconds)
    }

    /// Adds the facts of an item in any order.
    mutating func addFacts(isVideo: Bool, place: MediaInfo.Location?) {
        if isVideo { videos += 1 }
        if let place { places.add(place) }
    }

    /// Adds the times of the next item, which is not newer than those before.
    mutating func addTime(_ date: FeedTime, wallSeconds: Int64) {
        if let part = parts.last, part.count < Self.partSize || part.oldest == date {
            parts[parts.count - 1].count += 1
            parts[parts.count - 1].oldest = date
        } else {
            parts.append(Part(first: count, count: 1, newest: date, oldest: date))
        }
        if months.last.map({ wallSeconds < $0.start }) ?? true {
            let month = CivilTime(secondsSinceEpoch: wallSeconds).startOfMonth
            months.append(
                Month(
                    key: String(month.description.prefix(7)), start: month.secondsSinceEpoch,
                    count: 0))
        }
        months[months.count - 1].count += 1
        count += 1
    }

    /// The positions of the parts that are too long to be read by their dates for each chunk.
    var longParts: [Range<Int>] {
        parts.filter { $0.count > 2 * Self.partSize }.map { $0.first..<$0.first + $0.count }
    }

    /// The parts that contain the items at `positions`.
    func parts(of positions: Range<Int>) -> ArraySlice<Part> {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].first + parts[middle].count <= positions.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return parts[low...].prefix { $0.first < positions.upperBound }
    }
}
