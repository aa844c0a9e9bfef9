package import PhotoFeed

/// The search for pictures that look the same in a part of a feed, which is made in steps.
///
/// It compares the stored hashes of thumbnails. Those that have none can be hashed between `read`
/// and `compare`; without that, they are counted as not compared. Groups whose files all have the
/// same content are left out, since `DuplicateSearch` finds them.
///
/// It keeps about 250 bytes for each picture, of a million pictures at most, until it is complete.
package final class PictureSearch: GroupSearch {  // not @Schedulable: its owner is checked
    /// Thumbnails whose hashes are not known.
    package struct Batch: Sendable {
        package let keys: [UInt64]
        package let pictures: [[UInt8]]
    }

    private struct Candidate {
        let member: DuplicateSearch.Member
        let key: UInt64
    }

    private static let window = 512
    private static let candidateLimit = 1_000_000
    /// The number of pictures that are compared at once.
    private static let step = 1_000
    /// The limits of a batch.
    private static let batch = (pictures: 256, bytes: 16 << 20)

    private let libraries: [any FeedReader]
    private let isSelected: (MergedItem) -> Bool
    private var feed: MergedFeed
    private var isRead = false
    private var candidates: [Candidate] = []
    /// The hashes that are known; `nil` for a thumbnail that is not a picture.
    private var facts: [UInt64: PictureFacts?]
    /// The positions of the candidates whose hashes are not known.
    private var unknown: [Int] = []
    private var search: NearSearch?
    /// The groups, those with the most bytes first.
    package private(set) var groups: [DuplicateSearch.Group] = []
    package private(set) var isComplete = false
    package private(set) var isTruncated = false
    package private(set) var uncompared = 0
    /// The errors of the libraries that could not be read, by their positions in the list.
    package private(set) var failures: [Int: FeedError] = [:]

    /// Creates a search that has examined nothing yet.
    ///
    /// - Parameters:
    ///   - libraries: the libraries of the feed.
    ///   - facts: the hashes that are known, by the keys of the thumbnails.
    ///   - isSelected: whether an item belongs to the part of the feed.
    package init(
        of libraries: [any FeedReader], facts: [UInt64: PictureFacts?],
        where isSelected: @escaping (MergedItem) -> Bool = { _ in true }
    ) {
        self.libraries = libraries
        self.facts = facts
        self.isSelected = isSelected
        feed = MergedFeed(libraries, FeedQuery(limit: Self.window), showingCopies: true)
    }

    package func advance(by count: Int) -> Bool {
        if !isRead {
            _ = read(count)
            return false
        }
        return compare()
    }

    /// Reads about `count` further items; returns whether all were read.
    package func read(_ count: Int) -> Bool {
        guard !isRead else { return true }
        let items = feed.next(count)
        for item in items where isSelected(item) {
            guard let key = PictureFacts.key(of: item.item) else { continue }
            guard candidates.count < Self.candidateLimit else {
                isTruncated = true
                isRead = true
                break
            }
            if facts[key] == nil { unknown.append(candidates.count) }
            candidates.append(Candidate(member: DuplicateSearch.Member(item), key: key))
        }
        if items.isEmpty {
            failures = feed.failures
            isRead = true
        }
        return isRead
    }

    /// Returns the next thumbnails to hash; `nil` after the last ones.
    ///
    /// A thumbnail that has gone, or that is damaged, is left out.
    package func nextBatch() -> Batch? {
        var (keys, pictures, bytes) = ([UInt64](), [[UInt8]](), 0)
        while keys.count < Self.batch.pictures, bytes < Self.batch.bytes,
            let position = unknown.popLast()
        {
            let candidate = candidates[position]
            let reader = libraries[candidate.member.library]
            guard facts[candidate.key] == nil,
                let picture = try? reader.thumbnail(of: candidate.member.id), !picture.isEmpty
            else { continue }
            keys.append(candidate.key)
            pictures.append(picture)
            bytes += picture.count
        }
        return keys.isEmpty ? nil : Batch(keys: keys, pictures: pictures)
    }

    /// Adds the hashes of a batch.
    package func store(_ found: [PictureFacts?], of batch: Batch) {
        for (key, facts) in zip(batch.keys, found) { self.facts.updateValue(facts, forKey: key) }
    }

    /// The known hashes of the pictures of a library, before the comparison is complete.
    package func facts(ofLibrary number: Int) -> [UInt64: PictureFacts?] {
        var own: [UInt64: PictureFacts?] = [:]
        for candidate in candidates where candidate.member.library == number {
            if let facts = facts[candidate.key] { own.updateValue(facts, forKey: candidate.key) }
        }
        return own
    }

    /// Compares the next pictures; returns whether all were compared.
    package func compare() -> Bool {
        if isComplete { return true }
        if search == nil { beginComparison() }
        guard search?.advance(by: Self.step) == true, let found = search?.groups else {
            return false
        }
        groups = found.map { $0.map { candidates[$0].member } }.filter { !Self.areCopies($0) }
            .map { DuplicateSearch.Group(kind: .near, members: $0) }
            .sorted { $1.copiedBytes < $0.copiedBytes }
        isComplete = true
        (candidates, facts, search) = ([], [:], nil)
        return true
    }

    private func beginComparison() {
        uncompared = candidates.count { facts[$0.key] == nil }
        candidates.removeAll { (facts[$0.key] ?? nil) == nil }
        candidates.sort { DuplicateSearch.Member.isBetter($0.member, $1.member) }
        search = NearSearch(
            candidates.compactMap { candidate in
                (facts[candidate.key] ?? nil).map {
                    .init(rotations: $0.rotations, aspect: $0.aspect)
                }
            })
    }

    /// Whether all files have the same content.
    private static func areCopies(_ group: [DuplicateSearch.Member]) -> Bool {
        group[0].hash != nil && group.allSatisfy { $0.hash == group[0].hash }
    }
}
