import CommandLineProgram
import Composition
import Foundation
import PhotoFeed
import Rendering
import Routes
import Scheduling
import ServiceKeys

/// The photos and videos of an account on standard output, newest first, read in windows.
enum FeedPrinter {
    private static let window = 500

    /// Prints the part of the feed that `route` selects.
    @MainActor
    static func print(_ route: ShowFeed, of account: Scope) async throws {
        let library = account.handle(LibraryReaderKey.self)
        let output = StandardOutput.shared
        let columns = FeedColumns(width: TerminalWidth.columns(of: STDOUT_FILENO))
        var query = FeedQuery(limit: window, since: route.since?.time, until: route.until?.time)
        var left = route.limit
        var shown = 0
        while left > 0, output.isOpen, !Task.isCancelled {
            let window = try await library.run { [query] in try $0.window(query) }
            if shown == 0, !route.isJSON, !window.items.isEmpty { output.line(columns.heading) }
            for item in window.items.prefix(left) {
                output.line(route.isJSON ? FeedLine.json(item) : columns.line(FeedLine.row(item)))
            }
            shown += window.items.count
            left -= window.items.count
            output.flush()
            guard let next = window.next else { break }
            query = query.continuing(after: next)
        }
        if shown == 0, route.limit != 0, !Task.isCancelled {
            StandardError.line(try await EmptyFeed.reason(in: library))
        }
    }
}
