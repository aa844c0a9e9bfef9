import PhotoFeed

/// The examination of one library in the order of its rows, for the index of a selection.
///
/// It keeps 16 bytes for each item of the selection until all rows were examined. Then the items
/// are sorted by their dates. For a selection of 65,536 items at most, the numbers are kept, so
/// that its items are read by them. The items of a larger one are dense enough to be found by
/// their dates.
struct ScannedFeed {
    /// The largest number of items whose numbers are kept, 1 MB.
    static let keptItems = 65_536
    /// The quarters of an hour in the difference of two times of an item.
    private static let quarter: Int64 = 900

    /// An item: its date, its number in the library, and the time on the camera's clock.
    private struct Entry {
        let date: Int64
        /// The number, and in the lowest eight bits the difference of the clock in quarters.
        let packed: Int64

        init(_ item: ScannedItem) {
            date = item.date.secondsSinceEpoch
            // The difference is a time zone; see `FeedTime.init(taken:fileModified:)`.
            let (difference, isHuge) = item.displayTime.wallSeconds
                .subtractingReportingOverflow(date)
            let quarters = isHuge ? 0 : Int8(clamping: difference / ScannedFeed.quarter)
            packed = item.number << 8 | Int64(UInt8(bitPattern: quarters))
        }

        var number: Int64 { packed >> 8 }

        var wallSeconds: Int64 {
            date &+ Int64(Int8(truncatingIfNeeded: packed)) * ScannedFeed.quarter
        }
    }

    private let library: any FeedScanning
    private let selection: FeedSelection
    private var words: SearchScan
    private var entries: [Entry] = []
    private var next: Int64? = 0
    private(set) var failure: FeedError?

    init(_ library: any FeedScanning, _ selection: FeedSelection) {
        self.library = library
        self.selection = selection
        words = SearchScan(selection.words)
        if selection.library ?? 0 != 0 { next = nil }
    }

    /// Examines the next items, `limit` at most; returns whether all were examined.
    mutating func grow(by limit: Int, _ index: inout FeedIndex) -> Bool {
        guard let after = next else { return true }
        var (words, entries, found) = (words, self.entries, index)
        self.entries = []
        index = FeedIndex()
        do throws(FeedError) {
            next = try library.scan(after: after, limit: limit) { item in
                guard words.matches(item) else { return }
                entries.append(Entry(item))
                found.addFacts(isVideo: item.kind == .video, place: item.location)
            }
        } catch {
            failure = error
            next = nil
        }
        self.words = words
        self.entries = entries
        index = found
        return next == nil
    }

    /// Adds the times of all items to the index, and forgets the items that are not kept.
    mutating func finish(_ index: inout FeedIndex) {
        entries.sort { ($1.date, $1.packed) < ($0.date, $0.packed) }
        for entry in entries {
            index.addTime(
                FeedTime(secondsSinceEpoch: entry.date), wallSeconds: entry.wallSeconds)
        }
        if entries.count > Self.keptItems { entries = [] }
    }

    /// The items at some positions; `nil` if they are to be found by their dates.
    ///
    /// - Throws: the error of the library. Fewer items are returned if the library has changed.
    func items(at positions: Range<Int>) throws(FeedError) -> [MergedItem]? {
        guard positions.upperBound <= entries.count else { return nil }
        let wanted = entries[positions]
        let items = try library.items(numbered: wanted.map(\.number))
        guard items.count == wanted.count else { return [] }
        return zip(items, wanted).compactMap { item, entry in
            let item = MergedItem(item, in: [0])
            let isSame = item.item.node.date.secondsSinceEpoch == entry.date
            return isSame && selection.contains(item) ? item : nil
        }
    }
}
