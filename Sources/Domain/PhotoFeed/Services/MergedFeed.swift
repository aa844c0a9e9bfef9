/// One feed over several libraries, newest first, which is read window by window.
///
/// ```swift
/// var feed = MergedFeed([home, work], FeedQuery(limit: 250))
/// while case let items = feed.next(500), !items.isEmpty { show(items) }
/// ```
///
/// Items are ordered by date, then by the position of their library, then as in the library. Equal
/// contents of one date are one item, which names all libraries that contain it. A library that
/// cannot be read is left out from there on, and is named in `failures`.
///
/// The memory is bounded by the windows of the libraries: a million photos take as much as a
/// thousand. A value for the scheduler of the readers; every call blocks on the disk.
public struct MergedFeed {
    /// The number of items of one date in each library among which copies are found.
    ///
    /// Dates are whole seconds. It limits the memory for a library whose photos have one date.
    public static let copyRange = 512

    private var sources: [MergedSource]
    private let showsCopies: Bool
    private var moment: Moment?

    /// Creates the feed of `libraries`.
    ///
    /// - Parameters:
    ///   - libraries: the libraries, in the order that decides between equal dates.
    ///   - query: the part of each library to read; its limit is that of the windows that are read
    ///     from each library.
    ///   - showsCopies: whether each copy is an item of its own.
    public init(
        _ libraries: [any FeedReader], _ query: FeedQuery, showingCopies showsCopies: Bool = false
    ) {
        precondition(query.after == nil, "a merged feed begins at its first item")
        sources = libraries.map { MergedSource($0, query) }
        self.showsCopies = showsCopies
    }

    /// The errors of the libraries that could not be read, by their positions in the list.
    public var failures: [Int: FeedError] {
        var failures: [Int: FeedError] = [:]
        for (number, source) in sources.enumerated() { failures[number] = source.failure }
        return failures
    }

    /// Returns the next items, `limit` at most; none at the end.
    ///
    /// It reads no further window of a library if there are items already, so that it returns as
    /// many bytes as one window of each library has.
    public mutating func next(_ limit: Int) -> [MergedItem] {
        var items: [MergedItem] = []
        while items.count < limit {
            if !items.isEmpty, sources.contains(where: \.isExhausted) { break }
            guard let (number, date) = newest() else { break }
            if let item = take(number, date) { items.append(item) }
        }
        return items
    }

    /// The library with the next item, and its date; `nil` at the end.
    private mutating func newest() -> (number: Int, date: FeedTime)? {
        var newest: (number: Int, date: FeedTime)?
        for number in sources.indices {
            guard let date = sources[number].nextDate() else { continue }
            if let known = newest, known.date >= date { continue }
            newest = (number, date)
        }
        return newest
    }

    /// Removes the next item of a library; `nil` if it was shown as a copy.
    private mutating func take(_ number: Int, _ date: FeedTime) -> MergedItem? {
        if !showsCopies, moment?.date != date { moment = contents(of: date) }
        let item = sources[number].removeFirst()
        guard !showsCopies, let content = item.node.contentHash,
            let libraries = moment?.libraries(of: content, takenFrom: number)
        else { return MergedItem(item, in: [number]) }
        return libraries.isEmpty ? nil : MergedItem(item, in: libraries)
    }

    /// The contents of the next items with a date, in all libraries.
    private mutating func contents(of date: FeedTime) -> Moment {
        var moment = Moment(date: date)
        for number in sources.indices {
            sources[number].forEachNext(of: date, limit: Self.copyRange) {
                if let content = $0.node.contentHash { moment.add(content, in: number) }
            }
        }
        return moment
    }
}

/// The contents of one date, with the libraries that have them.
private struct Moment {
    private struct Content {
        var libraries: [Int]
        var isShown = false
    }

    let date: FeedTime
    private var contents: [ContentHash: Content] = [:]

    init(date: FeedTime) { self.date = date }

    /// Adds a content; the libraries are added in ascending order.
    mutating func add(_ content: ContentHash, in library: Int) {
        if contents[content, default: Content(libraries: [])].libraries.last != library {
            contents[content, default: Content(libraries: [])].libraries.append(library)
        }
    }

    /// Marks a content as shown.
    ///
    /// - Returns: the libraries with the content; none if it was shown before; `nil` if the item is
    ///   not among those that were compared.
    mutating func libraries(of content: ContentHash, takenFrom library: Int) -> [Int]? {
        guard let known = contents[content], known.libraries.contains(library) else { return nil }
        contents[content]?.isShown = true
        return known.isShown ? [] : known.libraries
    }
}
