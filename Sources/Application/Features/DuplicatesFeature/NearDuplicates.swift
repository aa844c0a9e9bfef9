import CommandOptions
import Composition
import Duplicates
import Foundation
import PhotoFeed
import Scheduling
import ServiceKeys

/// The pictures that look the same in the libraries of accounts.
///
/// A service of the business logic, which blocks on the disk. It keeps about 250 bytes for each
/// picture, of a million pictures at most.
@Schedulable
final class NearDuplicates {
    /// A library, and the folder in which its hashes are kept.
    struct Library {
        let name: String
        let reader: any FeedReader
        let folder: String?
    }

    /// Thumbnails whose hashes are not known.
    struct Batch: Sendable {
        let keys: [UInt64]
        let pictures: [[UInt8]]
    }

    fileprivate struct Candidate {
        let library: Int
        let id: NodeID
        let key: UInt64
        let hash: ContentHash?
        let size: Int64
        let date: FeedTime
        let pixels: Int64
    }

    private static let window = 512
    private static let groupLimit = 100
    /// The number of pictures that are compared at once.
    private static let step = 1_000
    private static let candidateLimit = 1_000_000
    /// The limits of a batch.
    private static let batch = (pictures: 256, bytes: 16 << 20)

    private let libraries: [Library]
    private var leftOut: [AccountFailure]
    private var feed: MergedFeed
    private var candidates: [Candidate] = []
    /// The hashes that are known; `nil` for a thumbnail that is not a picture.
    private var facts: [UInt64: PictureFacts?] = [:]
    /// The positions of the candidates whose hashes are not known.
    private var unknown: [Int] = []
    private var search: NearSearch?
    private var groups: [[Candidate]] = []
    /// Whether there were more pictures than are compared.
    private(set) var isTruncated = false

    /// Creates a search in libraries that are open.
    init(_ libraries: [Library], leftOut: [AccountFailure] = []) {
        self.libraries = libraries
        self.leftOut = leftOut
        feed = MergedFeed(
            libraries.map(\.reader), FeedQuery(limit: Self.window), showingCopies: true)
        for folder in libraries.compactMap(\.folder) {
            facts.merge(PictureHashFile(library: folder).read()) { _, new in new }
        }
    }

    /// Opens the libraries of accounts on their scheduler.
    ///
    /// A call of the handle fails with the error of the first account if no library can be opened.
    static func bound(to accounts: [Scope]) throws -> SchedulerBound<NearDuplicates> {
        guard let first = accounts.first else {
            throw AccountScopeError(.unnamed, account: "")
        }
        return SchedulerBound(on: first.handle(LibraryReaderKey.self).scheduler) { isolation in
            var opened: [Library] = []
            var leftOut: [AccountFailure] = []
            for account in accounts {
                do {
                    opened.append(
                        Library(
                            name: account.name,
                            reader: try LocalScope(account, isolation).here(LibraryReaderKey.self),
                            folder: try account.here(AccountSettingsKey.self).library?.path))
                } catch {
                    leftOut.append(AccountFailure(account: account.name, error: error))
                }
            }
            if opened.isEmpty, let failure = leftOut.first { throw failure.error }
            return NearDuplicates(opened, leftOut: leftOut)
        }
    }

    /// Reads the next items; returns whether all were read.
    ///
    /// - Throws: the error of the library, if there is only one and it cannot be read.
    func advance() throws(FeedError) -> Bool {
        let items = feed.next(Self.window)
        for item in items {
            guard let key = PictureFacts.key(of: item.item) else { continue }
            guard candidates.count < Self.candidateLimit else {
                isTruncated = true
                return true
            }
            if facts[key] == nil { unknown.append(candidates.count) }
            candidates.append(Candidate(item, key: key))
        }
        guard items.isEmpty else { return false }
        let failures = feed.failures.sorted { $0.key < $1.key }
        if failures.count == libraries.count, let failure = failures.first { throw failure.value }
        leftOut += failures.map {
            AccountFailure(account: libraries[$0.key].name, error: $0.value)
        }
        return true
    }

    /// Returns the next thumbnails to hash; `nil` after the last ones.
    ///
    /// A thumbnail that has gone, or that is damaged, is left out.
    func nextBatch() -> Batch? {
        checkScheduler()
        var (keys, pictures, bytes) = ([UInt64](), [[UInt8]](), 0)
        while keys.count < Self.batch.pictures, bytes < Self.batch.bytes,
            let position = unknown.popLast()
        {
            let candidate = candidates[position]
            let reader = libraries[candidate.library].reader
            guard facts[candidate.key] == nil,
                let picture = try? reader.thumbnail(of: candidate.id), !picture.isEmpty
            else { continue }
            keys.append(candidate.key)
            pictures.append(picture)
            bytes += picture.count
        }
        return keys.isEmpty ? nil : Batch(keys: keys, pictures: pictures)
    }

    /// Adds the hashes of a batch.
    func store(_ found: [PictureFacts?], of batch: Batch) {
        checkScheduler()
        for (key, facts) in zip(batch.keys, found) { self.facts.updateValue(facts, forKey: key) }
    }

    /// Keeps the hashes in the folders of the libraries.
    ///
    /// - Returns: the libraries whose hashes are not kept.
    func keep() -> [AccountFailure] {
        checkScheduler()
        var failures: [AccountFailure] = []
        for (number, library) in libraries.enumerated() {
            guard let folder = library.folder else { continue }
            var own: [UInt64: PictureFacts?] = [:]
            for candidate in candidates where candidate.library == number {
                if let facts = facts[candidate.key] {
                    own.updateValue(facts, forKey: candidate.key)
                }
            }
            do { try PictureHashFile(library: folder).write(own) } catch {
                failures.append(AccountFailure(account: library.name, error: error))
            }
        }
        return failures
    }

    /// Compares the next pictures; returns whether all were compared.
    func compare() -> Bool {
        checkScheduler()
        if search == nil {
            candidates.removeAll { (facts[$0.key] ?? nil) == nil }
            candidates.sort(by: Self.isBetter)
            search = NearSearch(
                candidates.compactMap { candidate in
                    (facts[candidate.key] ?? nil).map {
                        .init(rotations: $0.rotations, aspect: $0.aspect)
                    }
                })
        }
        guard search?.advance(by: Self.step) == true, let found = search?.groups else {
            return false
        }
        groups = found.map { $0.map { candidates[$0] } }.filter { !Self.areCopies($0) }
            .sorted { Self.copiedBytes($1) < Self.copiedBytes($0) }
        return true
    }

    /// Returns the next groups from a position on; none after the last one.
    func groups(from start: Int) throws(FeedError) -> [ShownGroup] {
        var shown: [ShownGroup] = []
        for group in groups.dropFirst(start).prefix(Self.groupLimit) {
            var files: [ShownGroup.File] = []
            for member in group {
                let library = libraries[member.library]
                guard let item = try library.reader.item(member.id) else { continue }
                files.append(ShownGroup.File(account: library.name, item: item))
            }
            shown.append(
                ShownGroup(
                    kind: .near, files: files, bytes: Self.copiedBytes(group),
                    showsAccounts: libraries.count > 1))
        }
        return shown
    }

    /// The numbers of groups and files in a sentence.
    var summary: String {
        checkScheduler()
        return ShownGroup.summary(
            groups: groups.count, copies: groups.reduce(0) { $0 + $1.count - 1 },
            bytes: groups.reduce(0) { $0 + Self.copiedBytes($1) })
    }

    /// The accounts that are not, or not completely, in the groups.
    var failures: [AccountFailure] {
        checkScheduler()
        return leftOut
    }

    /// Whether all files have the same content: `--exact` lists them.
    private static func areCopies(_ group: [Candidate]) -> Bool {
        group[0].hash != nil && group.allSatisfy { $0.hash == group[0].hash }
    }

    private static func copiedBytes(_ group: [Candidate]) -> Int64 {
        group.dropFirst().reduce(0) { $0 + max(0, $1.size) }
    }

    /// The order in a group: most pixels, most bytes, oldest.
    private static func isBetter(_ left: Candidate, _ right: Candidate) -> Bool {
        (right.pixels, right.size, left.date, left.library, left.id.rawValue)
            < (left.pixels, left.size, right.date, right.library, right.id.rawValue)
    }
}

extension NearDuplicates.Candidate {
    fileprivate init(_ item: MergedItem, key: UInt64) {
        let node = item.item.node
        let size = node.mediaInfo?.dimensions
        let (pixels, isHuge) = (size?.width ?? 0).multipliedReportingOverflow(by: size?.height ?? 0)
        self.init(
            library: item.libraries[0], id: node.id, key: key, hash: node.contentHash,
            size: node.size, date: node.date, pixels: isHuge ? 0 : pixels)
    }
}
