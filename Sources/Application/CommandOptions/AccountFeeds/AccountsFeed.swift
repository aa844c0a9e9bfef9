package import Composition
import Foundation
import Originals
package import PhotoFeed
import ProgramServices
package import Scheduling

/// The feed of one account, or the merged feed of several.
///
/// A service of the business logic: the library of each account has its own reader there, and each
/// call blocks on the disk. If the library of one of several accounts cannot be read, the account
/// is left out.
@Schedulable
package final class AccountsFeed {
    /// The number of items that are read at once from all libraries together.
    package static let window = 500

    /// The names of the accounts that are shown, by the positions of their libraries.
    package let names: [String]
    /// The library of each account that is shown.
    private let libraries: [any FeedReader]
    /// The originals of each of these libraries.
    private let originals: [OriginalsReader?]
    private var feed: MergedFeed
    /// The words of the search, each of which an item must match.
    private let words: [SearchWord]
    private let unopened: [AccountFailure]

    /// Opens the libraries of accounts.
    ///
    /// - Parameters:
    ///   - accounts: the accounts, in the order that decides between equal dates.
    ///   - query: the limits of the feed.
    ///   - showsCopies: whether each copy is an item of its own.
    ///   - text: the words of a search; `nil` for all items.
    ///   - isolation: the scheduler of the libraries.
    /// - Throws: the error of the first account if no library can be opened.
    package init(
        of accounts: [Scope], _ query: FeedQuery, showingCopies showsCopies: Bool,
        searching text: String? = nil, in isolation: SchedulerIsolation
    ) throws {
        var opened: [(name: String, library: any FeedReader)] = []
        var originals: [OriginalsReader?] = []
        var unopened: [AccountFailure] = []
        for account in accounts {
            do {
                let library = try LocalScope(account, isolation).here(LibraryReaderKey.self)
                let folder = try? account.here(AccountSettingsKey.self).library
                opened.append((account.name, library))
                originals.append(folder.map { OriginalsReader(library: $0.path) })
            } catch {
                unopened.append(AccountFailure(account: account.name, error: error))
            }
        }
        if opened.isEmpty, let failure = unopened.first { throw failure.error }
        names = opened.map(\.name)
        let readers = opened.map(\.library)
        libraries = readers
        self.originals = originals
        self.unopened = unopened
        words = SearchWord.words(in: text ?? "")
        let share = Self.window / max(1, opened.count) + 1
        feed = MergedFeed(
            readers,
            FeedQuery(
                limit: opened.count == 1 ? Self.window : share, since: query.since,
                until: query.until, at: query.time),
            // The files of one account are shown as they are.
            showingCopies: showsCopies || accounts.count == 1)
    }

    /// Returns the items of the next window that match the search, perhaps none; `nil` at the end.
    ///
    /// - Throws: `FeedError` if no library can be read.
    package func next() throws(FeedError) -> [MergedItem]? {
        let items = feed.next(Self.window)
        guard !items.isEmpty else {
            let failures = feed.failures
            if failures.count == libraries.count, let failure = failures[0] { throw failure }
            return nil
        }
        return items.filter { item in words.allSatisfy { $0.matches(item.item) } }
    }

    /// The accounts that were left out so far, or whose reading ended early.
    package var failures: [AccountFailure] {
        checkScheduler()
        return unopened
            + feed.failures.sorted { $0.key < $1.key }
            .map { AccountFailure(account: names[$0.key], error: $0.value) }
    }

    /// Returns the names of the accounts that contain an item.
    package func owners(of item: MergedItem) -> [String] { item.libraries.map { names[$0] } }

    /// Returns the path of the original of an item in the first library that contains it.
    ///
    /// `nil` if it is not in place, or if the list of the originals cannot be read.
    package func original(of item: MergedItem) -> String? {
        checkScheduler()
        guard let originals = originals[item.libraries[0]] else { return nil }
        return (try? originals.path(of: item.item.node)) ?? nil
    }

    /// Reads the stored thumbnail of an item from the first library that contains it.
    package func thumbnail(of item: MergedItem) throws(FeedError) -> [UInt8]? {
        try libraries[item.libraries[0]].thumbnail(of: item.item.node.id)
    }
}

extension AccountsFeed {
    /// Makes the feed on the scheduler of the libraries.
    package static func bound(
        to accounts: [Scope], _ query: FeedQuery, showingCopies showsCopies: Bool,
        searching text: String? = nil
    ) throws -> SchedulerBound<AccountsFeed> {
        guard let first = accounts.first else {
            throw AccountScopeError(.unnamed, account: "")
        }
        return SchedulerBound(on: first.handle(LibraryReaderKey.self).scheduler) {
            try AccountsFeed(
                of: accounts, query, showingCopies: showsCopies, searching: text, in: $0)
        }
    }
}
