import CommandOptions
import Composition
import PhotoFeed
import ProgramServices
import Scheduling

/// The count of the photos and videos of several libraries, one after the other.
///
/// A service of the business logic, which blocks on the disk. It keeps one window of one library,
/// and the counts. A library of several that cannot be read to its end is left out.
@Schedulable
final class AccountsCensus {
    /// The number of items that are read at once.
    static let window = 500

    /// The libraries that are not counted yet.
    private var waiting: ArraySlice<(name: String, library: any FeedReader)> = []
    /// The library that is counted, and its next window.
    private var present: (name: String, library: any FeedReader, query: FeedQuery)?
    private var presentCensus = LibraryCensus()
    private var total = LibraryCensus()
    private var counted: [String] = []
    private var leftOut: [AccountFailure] = []

    /// Opens the libraries of accounts.
    ///
    /// - Throws: the error of the first account if no library can be opened.
    init(of accounts: [Scope], in isolation: SchedulerIsolation) throws {
        for account in accounts {
            do {
                let library = try LocalScope(account, isolation).here(LibraryReaderKey.self)
                waiting.append((account.name, library))
            } catch {
                leftOut.append(AccountFailure(account: account.name, error: error))
            }
        }
        if waiting.isEmpty, let failure = leftOut.first { throw failure.error }
    }

    /// Makes the count on the scheduler of the libraries.
    static func bound(to accounts: [Scope]) throws -> SchedulerBound<AccountsCensus> {
        guard let first = accounts.first else {
            throw AccountScopeError(.unnamed, account: "")
        }
        return SchedulerBound(on: first.handle(LibraryReaderKey.self).scheduler) {
            try AccountsCensus(of: accounts, in: $0)
        }
    }

    /// Counts the next window.
    ///
    /// - Returns: whether there is more to count.
    /// - Throws: the error of the first library that is left out, if none can be counted.
    func countNext() throws -> Bool {
        if present == nil, let (name, library) = waiting.popFirst() {
            present = (name, library, FeedQuery(limit: Self.window))
        }
        guard let (name, library, query) = present else { return false }
        do throws(FeedError) {
            let window = try library.window(query)
            for item in window.items { presentCensus.add(item.node) }
            if let next = window.next {
                present = (name, library, query.continuing(after: next))
                return true
            }
            total.add(presentCensus)
            counted.append(name)
        } catch {
            leftOut.append(AccountFailure(account: name, error: error))
        }
        present = nil
        presentCensus = LibraryCensus()
        if waiting.isEmpty, counted.isEmpty, let failure = leftOut.first { throw failure.error }
        return !waiting.isEmpty
    }

    /// The counts of all libraries that were read to their ends.
    var census: LibraryCensus {
        checkScheduler()
        return total
    }

    /// The accounts of the libraries that were read to their ends.
    var names: [String] {
        checkScheduler()
        return counted
    }

    /// The accounts that were left out.
    var failures: [AccountFailure] {
        checkScheduler()
        return leftOut
    }
}
