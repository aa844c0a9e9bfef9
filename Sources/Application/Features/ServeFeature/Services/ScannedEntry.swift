import PhotoFeed

/// An item that a scan has found, in 48 bytes.
struct ScannedEntry {
    /// The quarters of an hour in the difference of two times of an item.
    private static let quarter: Int64 = 900

    /// The instant, in seconds.
    let date: Int64
    /// The key of its name in a live pair; 0 for none.
    let pair: UInt64
    /// The key of the identifier that it shares with the other file of its pair; 0 for none.
    let identifier: UInt64
    /// The last bytes of the hash of its content; 0 if it is unknown.
    let content: UInt64
    /// The position of its place; -1 for none.
    let place: Int32
    private let library: Int16
    private let flags: UInt8
    /// The difference of the camera's clock in quarters: a time zone.
    private let quarters: Int8
    /// The number in its library.
    let number: Int64

    init(
        _ item: ScannedItem, in library: Int, pair: UInt64, place: Int32, isMatch: Bool
    ) {
        date = item.date.secondsSinceEpoch
        self.pair = pair
        identifier = PairRule.key(ofIdentifier: item.identifier, library: library)
        content = item.content.map { $0 == 0 ? .max : $0 } ?? 0
        self.place = place
        self.library = Int16(library)
        flags = (item.kind == .video ? 1 : 0) | (isMatch ? 2 : 0)
        // See `FeedTime.init(taken:fileModified:)`.
        let (difference, isHuge) = item.displayTime.wallSeconds
            .subtractingReportingOverflow(date)
        quarters = isHuge ? 0 : Int8(clamping: difference / Self.quarter)
        number = item.number
    }

    /// The position of its library.
    var position: Int { Int(library) }
    var pairKeys: PairRule.Keys { PairRule.Keys(name: pair, identifier: identifier) }
    var isVideo: Bool { flags & 1 != 0 }
    /// Whether it has the words of the search.
    var isMatch: Bool { flags & 2 != 0 }
    /// The time on the camera's clock.
    var wallSeconds: Int64 { date &+ Int64(quarters) * Self.quarter }

    /// The order of a merged feed: newest first, then by the library, then as in the library.
    static func isBefore(_ left: Self, _ right: Self) -> Bool {
        (right.date, left.library, right.number) < (left.date, right.library, left.number)
    }
}
