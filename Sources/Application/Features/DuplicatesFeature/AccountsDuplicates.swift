import CommandOptions
import Composition
import Duplicates
import PhotoFeed
import Scheduling
import ServiceKeys

/// The possible duplicates in the libraries of accounts, compared with one another, or the bursts.
///
/// A service of the business logic, which blocks on the disk. Its memory is that of
/// the search. A library of several that cannot be opened is left out.
@Schedulable
final class AccountsDuplicates {
    /// The number of items that are examined at once.
    static let step = 4_096
    /// The number of groups that are read at once.
    private static let groupLimit = 100

    private let libraries: [(name: String, reader: any FeedReader)]
    private let kinds: Set<DuplicateSearch.Kind>
    private let search: any GroupSearch
    private var leftOut: [AccountFailure]
    /// The groups of the kinds that are wanted, when the search is complete.
    private var found: [DuplicateSearch.Group] = []

    /// Creates a search in libraries that are open.
    init(
        _ libraries: [(name: String, reader: any FeedReader)],
        kinds: Set<DuplicateSearch.Kind>, leftOut: [AccountFailure] = []
    ) {
        self.libraries = libraries
        self.kinds = kinds
        self.leftOut = leftOut
        let readers = libraries.map(\.reader)
        search = kinds == [.burst] ? BurstSearch(of: readers) : DuplicateSearch(of: readers)
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
            var opened: [(name: String, reader: any FeedReader)] = []
            var leftOut: [AccountFailure] = []
            for account in accounts {
                do {
                    let reader = try LocalScope(account, isolation).here(LibraryReaderKey.self)
                    opened.append((account.name, reader))
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
    /// - Throws: the error of the library, if there is only one and it cannot be read.
    func advance() throws(FeedError) -> Bool {
        guard search.advance(by: Self.step) else { return false }
        found = search.groups.filter { kinds.contains($0.kind) }
        let failures = search.failures.sorted { $0.key < $1.key }
        if failures.count == libraries.count, let failure = failures.first { throw failure.value }
        leftOut += failures.map {
            AccountFailure(account: libraries[$0.key].name, error: $0.value)
        }
        return true
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

    /// Whether there were more possible duplicates than are compared.
    var isTruncated: Bool {
        checkScheduler()
        return search.isTruncated
    }

    /// The accounts that are not, or not completely, in the groups.
    var failures: [AccountFailure] {
        checkScheduler()
        return leftOut
    }
}
