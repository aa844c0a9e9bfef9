import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import ProgramServices
import Scheduling

/// The numbers of photos and videos of accounts on standard output, or as a drawing.
@MainActor
enum StatsPrinter {
    /// Prints the numbers as bars, or as a JSON object.
    static func print(_ route: ShowStats, of accounts: [Scope]) async throws -> ShownResult {
        try await report(on: accounts) { census, names in
            let width = TerminalWidth.columns(of: STDOUT_FILENO) ?? 80
            let lines =
                route.isJSON
                ? [census.json(of: names)]
                : StatsBars(census, libraries: names.count, width: width).lines
            for line in lines { StandardOutput.shared.line(line) }
        }
    }

    /// Passes the drawing of the numbers to `write`.
    static func draw(
        _ accounts: [Scope], _ write: @MainActor (String) throws -> Void
    ) async throws -> ShownResult {
        try await report(on: accounts) { census, names in
            try write(StatsDrawing(census, libraries: names.count).text)
        }
    }

    /// Counts the libraries window by window, and names those that are left out.
    ///
    /// An interrupted count shows nothing.
    private static func report(
        on accounts: [Scope], _ show: @MainActor (LibraryCensus, [String]) throws -> Void
    ) async throws -> ShownResult {
        let count = try AccountsCensus.bound(to: accounts)
        while try await count.run({ try $0.countNext() }) {
            guard !Task.isCancelled else { return .partial }
        }
        let (census, names, failures) = try await count.run { ($0.census, $0.names, $0.failures) }
        try show(census, names)
        for failure in failures { StandardError.line(failure.line) }
        return failures.isEmpty ? .complete : .partial
    }
}
