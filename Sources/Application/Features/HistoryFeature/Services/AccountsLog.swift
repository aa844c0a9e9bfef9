import CommandLineProgram
import CommandOptions
import Composition
import PhotoFeed
import ProgramServices
import Scheduling

/// The changes of several libraries in the order of their times, oldest first.
///
/// A service of the business logic, which blocks on the disk. If the library of one of several
/// accounts cannot be read, the account is left out.
@Schedulable
final class AccountsLog {
    /// The number of entries that are read at once.
    private static let window = 500

    private struct Source {
        let account: String
        let library: any FeedReader
        /// The next part to read; `nil` after the last one.
        var query: JournalQuery?
        var entries: ArraySlice<JournalEntry> = []
        /// The time since which the journal has all changes.
        var start: FeedTime?
        var failure: (any Error)?

        /// Returns the next entry; `nil` at the end.
        mutating func first() -> JournalEntry? {
            while entries.isEmpty, let part = query {
                do throws(FeedError) {
                    let read = try library.journal(part)
                    entries = read.entries[...]
                    start = start ?? read.start
                    query = read.next.map(part.continuing)
                } catch {
                    failure = error
                    query = nil
                }
            }
            return entries.first
        }
    }

    private var sources: [Source] = []
    private var unopened: [AccountFailure] = []

    /// Opens the libraries of accounts.
    ///
    /// - Throws: the error of the first account if no library can be opened.
    init(of accounts: [Scope], since: FeedTime?, in isolation: SchedulerIsolation) throws {
        for account in accounts {
            do {
                let library = try LocalScope(account, isolation).here(LibraryReaderKey.self)
                sources.append(
                    Source(
                        account: account.name, library: library,
                        query: JournalQuery(limit: Self.window, since: since)))
            } catch {
                unopened.append(AccountFailure(account: account.name, error: error))
            }
        }
        if sources.isEmpty, let failure = unopened.first { throw failure.error }
    }

    /// Makes the log on the scheduler of the libraries.
    static func bound(
        to accounts: [Scope], since: FeedTime?
    ) throws -> SchedulerBound<AccountsLog> {
        guard let first = accounts.first else {
            throw AccountScopeError(.unnamed, account: "")
        }
        return SchedulerBound(on: first.handle(LibraryReaderKey.self).scheduler) {
            try AccountsLog(of: accounts, since: since, in: $0)
        }
    }

    /// Returns the next changes with the names of their accounts; none at the end.
    ///
    /// - Throws: the error of the only library.
    func next() throws -> [(account: String, entry: JournalEntry)] {
        var changes: [(account: String, entry: JournalEntry)] = []
        while changes.count < Self.window {
            var oldest: (number: Int, entry: JournalEntry)?
            for number in sources.indices {
                guard let entry = sources[number].first() else { continue }
                if let known = oldest, known.entry.time <= entry.time { continue }
                oldest = (number, entry)
            }
            guard let oldest else { break }
            sources[oldest.number].entries.removeFirst()
            changes.append((sources[oldest.number].account, oldest.entry))
        }
        if changes.isEmpty, unopened.isEmpty, sources.count == 1, let failure = sources[0].failure {
            throw failure
        }
        return changes
    }

    /// The accounts with the times since which their journals have all changes.
    var starts: [(account: String, start: FeedTime?)] {
        checkScheduler()
        return sources.filter { $0.failure == nil }.map { ($0.account, $0.start) }
    }

    /// The accounts that were left out, or whose reading ended early.
    var failures: [AccountFailure] {
        checkScheduler()
        return unopened
            + sources.compactMap { source in
                source.failure.map { AccountFailure(account: source.account, error: $0) }
            }
    }
}
