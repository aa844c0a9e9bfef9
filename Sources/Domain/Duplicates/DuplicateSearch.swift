import Digests
package import PhotoFeed

/// The search for possible duplicates in a part of a feed, which is made in steps.
///
/// Files with equal content hashes are exact copies. Files of the same size and date are alike, if
/// their hashes are not known to differ: some servers have no hashes. Nothing else is compared.
///
/// It reads the feed twice. The first time it keeps 16 bytes for each item, the second time only
/// the items whose keys occur repeatedly, 100,000 at most.
package final class DuplicateSearch {  // not @Schedulable: its owner is checked
    /// The largest number of items that are kept.
    package static let memberLimit = 100_000

    /// The reason why items are in one group.
    package enum Kind: String, Sendable {
        /// Their content hashes are equal.
        case exact
        /// Their sizes and dates are equal.
        case alike
        /// Their pictures look the same; see `PictureSearch`.
        case near
        /// They are different photos of one moment; see `BurstSearch`.
        case burst
    }

    /// An item of a group.
    package struct Member: Equatable, Sendable {
        /// The position of the library in the list of the search.
        package let library: Int
        package let id: NodeID
        package let hash: ContentHash?
        package let size: Int64
        package let date: FeedTime
        /// The number of pixels; 0 if it is unknown.
        package let pixels: Int64
    }

    /// Items that are possibly the same; the best one is first.
    package struct Group: Equatable, Sendable {
        package let kind: Kind
        package let members: [Member]

        /// The number of bytes of the members after the first.
        package var copiedBytes: Int64 {
            members.dropFirst().reduce(0 as Int64) { $0.addingSaturated(max(0, $1.size)) }
        }
    }

    private enum Phase {
        case counting(MergedFeed)
        case collecting(MergedFeed, repeated: Set<UInt64>)
        case complete
    }

    private let isSelected: (MergedItem) -> Bool
    private let libraries: [any FeedReader]
    private let limit: Int
    private var phase: Phase
    private var keys: [UInt64] = []
    private var found: [UInt64: [Member]] = [:]
    private var memberCount = 0
    /// The groups, those with the most bytes first.
    package private(set) var groups: [Group] = []
    /// Whether items were left out because of the limit.
    package private(set) var isTruncated = false
    /// The errors of the libraries that could not be read, by their positions in the list.
    package private(set) var failures: [Int: FeedError] = [:]

    /// Creates a search that has examined nothing yet.
    ///
    /// - Parameters:
    ///   - libraries: the libraries of the feed.
    ///   - limit: the largest number of items that are kept.
    ///   - isSelected: whether an item belongs to the part of the feed.
    package init(
        of libraries: [any FeedReader], limit: Int = DuplicateSearch.memberLimit,
        where isSelected: @escaping (MergedItem) -> Bool = { _ in true }
    ) {
        self.libraries = libraries
        self.limit = limit
        self.isSelected = isSelected
        phase = .counting(Self.feed(of: libraries))
    }

    /// Whether all items were examined.
    package var isComplete: Bool { if case .complete = phase { true } else { false } }

    /// Examines about `count` further items; returns whether the search is complete.
    package func advance(by count: Int) -> Bool {
        switch phase {
        case .complete: return true
        case .counting(var feed):
            guard let items = Self.items(of: &feed, count) else {
                failures = feed.failures
                phase = .collecting(Self.feed(of: libraries), repeated: Self.repeated(in: keys))
                keys = []
                return false
            }
            for item in items where isSelected(item) { keys += Self.keys(of: item) }
            phase = .counting(feed)
            return false
        case .collecting(var feed, let repeated):
            guard let items = Self.items(of: &feed, count) else {
                failures.merge(feed.failures) { first, _ in first }
                finish()
                return true
            }
            for item in items where isSelected(item) { collect(item, repeated) }
            phase = .collecting(feed, repeated: repeated)
            return false
        }
    }

    private func collect(_ item: MergedItem, _ repeated: Set<UInt64>) {
        for key in Self.keys(of: item) where repeated.contains(key) {
            guard memberCount < limit else {
                isTruncated = true
                return
            }
            memberCount += 1
            found[key, default: []].append(Member(item))
        }
    }

    private func finish() {
        var groups: [Group] = []
        for (key, members) in found {
            if Self.isExact(key) {
                for same in Dictionary(grouping: members, by: \.hash).values where same.count > 1 {
                    groups.append(Group(kind: .exact, members: same.sorted(by: Member.isBetter)))
                }
            } else {
                groups += Self.alike(members)
            }
        }
        found = [:]
        phase = .complete
        self.groups = groups.sorted { left, right in
            (right.copiedBytes, left.members[0].id.rawValue, left.kind.rawValue)
                < (left.copiedBytes, right.members[0].id.rawValue, right.kind.rawValue)
        }
    }

    /// The groups of equal size and date, in which a file without a hash may equal another one.
    private static func alike(_ members: [Member]) -> [Group] {
        struct Facts: Hashable {
            let size: Int64
            let date: FeedTime
        }
        return Dictionary(grouping: members) { Facts(size: $0.size, date: $0.date) }.values
            .compactMap { same in
                var known: Set<ContentHash> = []
                // Copies with equal hashes are in a group of their own.
                let distinct = same.sorted(by: Member.isBetter).filter { member in
                    member.hash.map { known.insert($0).inserted } ?? true
                }
                guard distinct.count > 1, distinct.contains(where: { $0.hash == nil }) else {
                    return nil
                }
                return Group(kind: .alike, members: distinct)
            }
    }

    /// The keys of an item: that of its content with the lowest bit, that of its facts without it.
    private static func keys(of item: MergedItem) -> [UInt64] {
        let node = item.item.node
        let facts = XXH64.hash(Array("\(node.size)/\(node.date.secondsSinceEpoch)".utf8)) & ~1
        guard let hash = node.contentHash else { return [facts] }
        let content = hash.withBytes { XXH64.hash(Array($0)) } | 1
        return [content, facts]
    }

    private static func isExact(_ key: UInt64) -> Bool { key & 1 == 1 }

    private static func repeated(in keys: [UInt64]) -> Set<UInt64> {
        let sorted = keys.sorted()
        return Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    }

    private static func feed(of libraries: [any FeedReader]) -> MergedFeed {
        MergedFeed(libraries, FeedQuery(limit: 512), showingCopies: true)
    }

    private static func items(of feed: inout MergedFeed, _ count: Int) -> [MergedItem]? {
        let items = feed.next(count)
        return items.isEmpty ? nil : items
    }
}

extension DuplicateSearch.Member {
    /// The order in a group: most pixels, most bytes, oldest.
    static func isBetter(_ left: Self, _ right: Self) -> Bool {
        (right.pixels, right.size, left.date, left.library, left.id.rawValue)
            < (left.pixels, left.size, right.date, right.library, right.id.rawValue)
    }

    init(_ item: MergedItem) {
        let node = item.item.node
        let size = node.mediaInfo?.dimensions
        let (pixels, isHuge) = (size?.width ?? 0).multipliedReportingOverflow(by: size?.height ?? 0)
        self.init(
            library: item.libraries[0], id: node.id, hash: node.contentHash, size: node.size,
            date: node.date, pixels: isHuge ? 0 : pixels)
    }
}
