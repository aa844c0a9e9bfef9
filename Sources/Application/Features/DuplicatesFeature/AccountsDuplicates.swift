import CommandOptions
import Composition
import Duplicates
import Foundation
import PhotoFeed
import ProgramServices
import Scheduling

/// The groups of some kinds in the libraries of accounts, compared with one another: possible
/// duplicates, pictures that look the same, or bursts.
///
/// A service of the business logic, which blocks on the disk. Its memory is that of the search. A
/// library of several that cannot be opened is left out.
@Schedulable
final class AccountsDuplicates {
    /// A library, and the folder in which the hashes of its pictures are kept.
    struct Library {
        let name: String
        let reader: any FeedReader
        var folder: String?
    }

    /// The number of items that are examined at once.
    static let step = 4_096
    /// The number of groups that are read at once.
    private static let groupLimit = 100

    let libraries: [Library]
    /// The search for pictures that look the same; `nil` for the other kinds.
    let pictures: PictureSearch?
    private let kinds: Set<DuplicateSearch.Kind>
    private let search: any GroupSearch
    private let leftOut: [AccountFailure]
    /// The groups of the kinds that are wanted, when the search is complete.
    private var found: [DuplicateSearch.Group] = []

    /// Creates a search in libraries that are open.
    ///
    /// - Parameter kinds: `.near` alone, `.burst` alone, or the kinds of equal files.
    init(
        _ libraries: [Library], kinds: Set<DuplicateSearch.Kind>, leftOut: [AccountFailure] = []
    ) {
        self.libraries = libraries
        self.kinds = kinds
        self.leftOut = leftOut
        let readers = libraries.map(\.reader)
        if kinds == [.near] {
            let pictures = PictureSearch(
                of: readers, facts: PictureHashFile.read(libraries.map(\.folder)))
            search = pictures
            self.pictures = pictures
        } else {
            search = kinds == [.burst] ? BurstSearch(of: readers) : DuplicateSearch(of: readers)
            pictures = nil
        }
    }

    /// Opens the libraries of accounts on their scheduler.
    ///
    /// A call of the handle fails with the error of the first account if no library can be opened.
    static func bound(
        to accounts: [Scope], kinds: Set<DuplicateSearch.Kind>
    ) throws -> SchedulerBound<AccountsDuplicates> {
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
            return AccountsDuplicates(opened, kinds: kinds, leftOut: leftOut)
        }
    }

    /// Examines the next items; returns whether the search is complete.
    ///
    /// - Throws: the error of the first library, if none can be read.
    func advance() throws(FeedError) -> Bool {
        guard search.advance(by: Self.step) else { return false }
        try checkReadable()
        found = search.groups.filter { kinds.contains($0.kind) }
        return true
    }

    /// Throws the error of the first library, if none can be read.
    func checkReadable() throws(FeedError) {
        let first = search.failures.min { $0.key < $1.key }
        if search.failures.count == libraries.count, let first { throw first.value }
    }

    /// Returns the next groups from a position on; none after the last one.
    ///
    /// A file that has gone since it was compared is left out.
    func groups(from start: Int) throws(FeedError) -> [ShownGroup] {
        var shown: [ShownGroup] = []
        for group in found.dropFirst(start).prefix(Self.groupLimit) {
            var files: [ShownGroup.File] = []
            for member in group.members {
                let library = libraries[member.library]
                guard let item = try library.reader.item(member.id) else { continue }
                files.append(ShownGroup.File(account: library.name, item: item))
            }
            shown.append(
                ShownGroup(
                    kind: group.kind, files: files, bytes: group.copiedBytes,
                    showsAccounts: libraries.count > 1))
        }
        return shown
    }

    /// The numbers of groups and copies in a sentence.
    var summary: String {
        checkScheduler()
        return kinds == [.burst]
            ? ShownGroup.summary(ofBursts: found) : ShownGroup.summary(found)
    }

    /// Whether there were more items than are compared.
    var isTruncated: Bool {
        checkScheduler()
        return search.isTruncated
    }

    /// The number of pictures that could not be compared, since their thumbnails cannot be read.
    var uncompared: Int {
        checkScheduler()
        return search.uncompared
    }

    /// The accounts that are not, or not completely, in the groups.
    var failures: [AccountFailure] {
        checkScheduler()
        return leftOut
            + search.failures.sorted { $0.key < $1.key }.map {
                AccountFailure(account: libraries[$0.key].name, error: $0.value)
            }
    }
}
