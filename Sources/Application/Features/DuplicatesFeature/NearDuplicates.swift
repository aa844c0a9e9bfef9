import CommandOptions
import Composition
import Duplicates
import Foundation
import PhotoFeed
import Scheduling
import ServiceKeys

/// The pictures that look the same in the libraries of accounts.
///
/// A service of the business logic, which blocks on the disk. It uses the memory of
/// `PictureSearch`.
@Schedulable
final class NearDuplicates {
    /// A library, and the folder in which its hashes are kept.
    struct Library {
        let name: String
        let reader: any FeedReader
        let folder: String?
    }

    private static let window = 512
    private static let groupLimit = 100

    private let libraries: [Library]
    private var leftOut: [AccountFailure]
    private let search: PictureSearch

    /// Creates a search in libraries that are open.
    init(_ libraries: [Library], leftOut: [AccountFailure] = []) {
        self.libraries = libraries
        self.leftOut = leftOut
        var facts: [UInt64: PictureFacts?] = [:]
        for folder in libraries.compactMap(\.folder) {
            facts.merge(PictureHashFile(library: folder).read()) { _, new in new }
        }
        search = PictureSearch(of: libraries.map(\.reader), facts: facts)
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
        guard search.read(Self.window) else { return false }
        let failures = search.failures.sorted { $0.key < $1.key }
        if failures.count == libraries.count, let failure = failures.first { throw failure.value }
        leftOut += failures.map {
            AccountFailure(account: libraries[$0.key].name, error: $0.value)
        }
        return true
    }

    /// Returns the next thumbnails to hash; `nil` after the last ones.
    func nextBatch() -> PictureSearch.Batch? {
        checkScheduler()
        return search.nextBatch()
    }

    /// Adds the hashes of a batch.
    func store(_ found: [PictureFacts?], of batch: PictureSearch.Batch) {
        checkScheduler()
        search.store(found, of: batch)
    }

    /// Keeps the hashes in the folders of the libraries.
    ///
    /// - Returns: the libraries whose hashes are not kept.
    func keep() -> [AccountFailure] {
        checkScheduler()
        var failures: [AccountFailure] = []
        for (number, library) in libraries.enumerated() {
            guard let folder = library.folder else { continue }
            let own = search.facts(ofLibrary: number)
            do { try PictureHashFile(library: folder).write(own) } catch {
                failures.append(AccountFailure(account: library.name, error: error))
            }
        }
        return failures
    }

    /// Compares the next pictures; returns whether all were compared.
    func compare() -> Bool {
        checkScheduler()
        return search.compare()
    }

    /// Whether there were more pictures than are compared.
    var isTruncated: Bool {
        checkScheduler()
        return search.isTruncated
    }

    /// Returns the next groups from a position on; none after the last one.
    func groups(from start: Int) throws(FeedError) -> [ShownGroup] {
        var shown: [ShownGroup] = []
        for group in search.groups.dropFirst(start).prefix(Self.groupLimit) {
            var files: [ShownGroup.File] = []
            for member in group.members {
                let library = libraries[member.library]
                guard let item = try library.reader.item(member.id) else { continue }
                files.append(ShownGroup.File(account: library.name, item: item))
            }
            shown.append(
                ShownGroup(
                    kind: .near, files: files, bytes: group.copiedBytes,
                    showsAccounts: libraries.count > 1))
        }
        return shown
    }

    /// The numbers of groups and files in a sentence.
    var summary: String {
        checkScheduler()
        return ShownGroup.summary(search.groups)
    }

    /// The accounts that are not, or not completely, in the groups.
    var failures: [AccountFailure] {
        checkScheduler()
        return leftOut
    }
}
