import Foundation
package import PhotoFeed

/// The search for bursts: photos that were taken within five seconds, in one folder.
///
/// They are different photos of one moment, and no duplicates: copies count once, and so do the
/// files of one name, such as a raw file and its JPEG. Photos without a time of a camera are left
/// out, since copying files can give all of them one date.
///
/// Every two photos of a burst are within five seconds, so no burst grows without limit. It reads
/// the feed once, and keeps the photos of the last five seconds and those of bursts.
package final class BurstSearch: GroupSearch {  // not @Schedulable: its owner is checked
    /// The largest number of photos of all bursts.
    package static let memberLimit = 100_000
    private static let seconds: Int64 = 5

    private struct Place: Hashable {
        let library: Int
        let folder: String
    }

    /// The photos since the newest one of what may be a burst.
    private struct Burst {
        let newest: Int64
        var members: [DuplicateSearch.Member]
        var stems: Set<String>
        var contents: Set<ContentHash>
    }

    private let isSelected: (MergedItem) -> Bool
    private let limit: Int
    private var feed: MergedFeed
    private var open: [Place: Burst] = [:]
    private var ended: [Burst] = []
    private var memberCount = 0
    /// The bursts, newest first.
    package private(set) var groups: [DuplicateSearch.Group] = []
    package private(set) var isComplete = false
    package private(set) var isTruncated = false
    /// The errors of the libraries that could not be read, by their positions in the list.
    package private(set) var failures: [Int: FeedError] = [:]

    /// Creates a search that has examined nothing yet.
    ///
    /// - Parameters:
    ///   - libraries: the libraries of the feed.
    ///   - limit: the largest number of photos of all bursts.
    ///   - isSelected: whether an item belongs to the part of the feed.
    package init(
        of libraries: [any FeedReader], limit: Int = BurstSearch.memberLimit,
        where isSelected: @escaping (MergedItem) -> Bool = { _ in true }
    ) {
        self.limit = limit
        self.isSelected = isSelected
        feed = MergedFeed(libraries, FeedQuery(limit: 512), showingCopies: true)
    }

    package func advance(by count: Int) -> Bool {
        if isComplete { return true }
        let items = feed.next(count)
        guard let last = items.last else {
            failures = feed.failures
            close { _ in true }
            groups = ended.sorted(by: Self.isNewer).map {
                DuplicateSearch.Group(
                    kind: .burst, members: $0.members.sorted(by: DuplicateSearch.Member.isBetter))
            }
            ended = []
            isComplete = true
            return true
        }
        for item in items where isSelected(item) { add(item) }
        let date = last.item.node.date.secondsSinceEpoch
        close { $0.newest &- date > Self.seconds }
        return false
    }

    private func add(_ item: MergedItem) {
        let node = item.item.node
        guard node.kind == .photo, node.mediaInfo?.timeTaken != nil else { return }
        let path = node.pathKey
        let place = Place(
            library: item.libraries[0],
            folder: path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "")
        let date = node.date.secondsSinceEpoch
        let stem = (node.name as NSString).deletingPathExtension.lowercased()
        guard var burst = open[place], burst.newest &- date <= Self.seconds else {
            if let ended = open[place] { end(ended) }
            return begin(item, stem, at: place)
        }
        let isNew = burst.stems.insert(stem).inserted
        let isOther = node.contentHash.map { burst.contents.insert($0).inserted } ?? true
        if isNew, isOther { burst.members.append(DuplicateSearch.Member(item)) }
        open[place] = burst
    }

    private func begin(_ item: MergedItem, _ stem: String, at place: Place) {
        let node = item.item.node
        open[place] = Burst(
            newest: node.date.secondsSinceEpoch, members: [DuplicateSearch.Member(item)],
            stems: [stem], contents: Set([node.contentHash].compactMap(\.self)))
    }

    private func close(_ hasEnded: (Burst) -> Bool) {
        let ended = open.filter { hasEnded($0.value) }
        for place in ended.keys { open[place] = nil }
        for burst in ended.values.sorted(by: Self.isNewer) { end(burst) }
    }

    private func end(_ burst: Burst) {
        guard burst.members.count > 1 else { return }
        guard memberCount + burst.members.count <= limit else {
            isTruncated = true
            return
        }
        memberCount += burst.members.count
        ended.append(burst)
    }

    private static func isNewer(_ left: Burst, _ right: Burst) -> Bool {
        (right.newest, left.members[0].id.rawValue) < (left.newest, right.members[0].id.rawValue)
    }
}
