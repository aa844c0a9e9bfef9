import AccountFeeds
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Escaping
import Foundation
import PhotoFeed
import Rendering
import Scheduling

/// `photopark export`: writes the feed as JSON or CSV, to standard output or into a new file.
struct ExportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the whole feed as JSON or CSV for other programs.",
        discussion: """
            Each photo or video is a JSON object in a line (--json), or a row (--csv). The keys \
            and columns are those of photopark feed --json. In a row, an unknown value is empty, \
            and the accounts in the column owners are separated by semicolons.

            The CSV follows RFC 4180: UTF-8, a line with the names of the columns first, and lines \
            that end with CR LF. A text that a spreadsheet would run as a formula, because it \
            begins with =, +, -, @, a tab or a return, gets an apostrophe in front.

            The file of --output must be new; it appears when it is complete.
            """)
    static let synonyms = ["csv", "dump"]
    static let optionForStrayArgument: String? = "--output"
    static let example: CommandExample? = CommandExample(
        .show, "Write a table for a spreadsheet", "export --csv --output photos.csv")

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "The format, which must be given.")
    var format: ExportFormat

    @Option(
        help: ArgumentHelp("Write into this new file.", valueName: "FILE"), completion: .file())
    var output: UserPath?

    @Option(
        help: ArgumentHelp(
            "Omit older ones: 2024-05-31, 2024-05, 2024, yesterday, or 7d for seven days ago.",
            valueName: "DATE"), transform: { try DayArgument(text: $0) })
    var since: DayArgument?

    @Option(
        help: ArgumentHelp(
            "Omit newer ones; a day, month or year is included to its end.", valueName: "DATE"),
        transform: { try DayArgument(text: $0) })
    var until: DayArgument?

    @Flag(help: "Write equal photos of several accounts once for each copy.")
    var copies = false

    func validate() throws {
        if let since, let until, since.start >= until.end {
            throw ValidationError("--since must be earlier than --until")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let selection = try await libraries.choice.selected(in: program)
            let accounts = try selection.libraries.map { try LibraryChoice.open($0, in: program) }
            let left = try await write(accounts)
            let failures = selection.failures + left
            for failure in failures { StandardError.line(failure.line) }
            return failures.isEmpty ? .success : .partialSuccess
        }
    }

    /// Writes the feed of `accounts`.
    ///
    /// - Returns: the accounts that are not, or not completely, in the export.
    @MainActor
    private func write(_ accounts: [Scope]) async throws -> [AccountFailure] {
        let query = FeedQuery(
            limit: AccountsFeed.window, since: since?.start, until: until?.end)
        let feed = try AccountsFeed.bound(to: accounts, query, showingCopies: copies)
        let output = StandardOutput.shared
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let export = SchedulerBound<FeedExport>(on: feed.scheduler) {
            [format, output = self.output] in
            try FeedExport(
                feed.get(in: $0), as: format, to: output?.expanded, forTerminal: isTerminal)
        }
        while output.isOpen, let text = try await export.run({ try $0.next() }) {
            try Task.checkCancellation()
            output.write(text)
            output.flush()
        }
        let (count, failures) = try await export.run { export in
            try export.finish()
            return (export.count, export.failures)
        }
        if let path = self.output {
            let items = count == 1 ? "1 photo or video" : "\(Units.count(count)) photos and videos"
            output.line("\(items): \(TerminalText.escape(path.description))")
        }
        return failures
    }
}
