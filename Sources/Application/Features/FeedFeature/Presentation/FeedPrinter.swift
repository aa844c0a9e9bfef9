import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import PhotoFeed
import ProgramServices
import Scheduling
import TextFormats

/// The photos and videos of accounts on standard output, newest first, read in windows.
enum FeedPrinter {
    /// Prints the part of the feed that `route` selects.
    @MainActor
    static func print(_ route: ShowFeed, of accounts: [Scope]) async throws -> ShownResult {
        let query = FeedQuery(
            limit: AccountsFeed.window, since: route.since?.time, until: route.until?.time,
            at: route.moment?.time)
        let feed = try AccountsFeed.bound(
            to: accounts, query, showingCopies: route.showsCopies, searching: route.search)
        let output = StandardOutput.shared
        let columns = FeedColumns(
            width: TerminalWidth.columns(of: STDOUT_FILENO),
            accounts: accounts.count > 1 ? accounts.map(\.name) : [])
        var left = route.limit
        var shown = 0
        while left > 0, output.isOpen, !Task.isCancelled {
            let lines = try await feed.run { [left] feed in
                try feed.next()?.prefix(left).map { item in
                    let owners = feed.owners(of: item)
                    return route.isJSON
                        ? item.item.json(of: owners)
                        : columns.line(FeedLine.row(item.item, of: owners))
                }
            }
            guard let lines else { break }
            if shown == 0, !lines.isEmpty, !route.isJSON { output.line(columns.heading) }
            for line in lines { output.line(line) }
            shown += lines.count
            left -= lines.count
            output.flush()
        }
        let failures = try await feed.run { $0.failures }
        if shown == 0, route.limit != 0, !Task.isCancelled {
            try await explain(accounts, without: failures)
        }
        for failure in failures { StandardError.line(failure.line) }
        return failures.isEmpty ? .complete : .partial
    }

    /// Says why accounts show nothing, except for those that were left out.
    @MainActor
    static func explain(_ accounts: [Scope], without failures: [AccountFailure]) async throws {
        // The bytes of names are compared, as `OpenAccounts` does.
        let leftOut = failures.map(\.account.utf8)
        for account in accounts
        where !leftOut.contains(where: { $0.elementsEqual(account.name.utf8) }) {
            let reason = try await EmptyFeed.reason(in: account.handle(LibraryReaderKey.self))
            let name = accounts.count == 1 ? "" : TerminalText.escape(account.name) + ": "
            StandardError.line(name + reason)
        }
    }
}
