import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import Originals
import PhotoFeed
import Scheduling
import TextFormats

/// `photopark export`: writes the feed as JSON, CSV or XMP sidecars.
struct ExportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the whole feed as JSON, CSV or XMP sidecars for other programs.",
        discussion: """
            Each photo or video is a JSON object in a line (--json), or a row (--csv). The keys \
            and columns are those of photopark feed --json. In a row, an unknown value is empty, \
            and the accounts in the column owners are separated by semicolons.

            The CSV follows RFC 4180: UTF-8, a line with the names of the columns first, and lines \
            that end with CR LF. A text that a spreadsheet would run as a formula, because it \
            begins with =, +, -, @, a tab or a return, gets an apostrophe in front.

            The file of --output must be new; it appears when it is complete.

            With --xmp, each photo or video gets a file NAME.EXT.xmp below DIR, which darktable, \
            digiKam and immich read: the date of the camera's clock, the place, the size, and the \
            name and path at the server. The paths are those of the originals, so that --xmp with \
            the folder of sync --originals --to writes them beside the originals. A later export \
            replaces its own sidecars only: one that another program has made or changed is kept, \
            and the exit code is then 3.
            """)
    static let synonyms = ["csv", "dump"]
    static let optionForStrayArgument: String? = "--output"
    static let example: CommandExample? = CommandExample(
        .show, "Write a table for a spreadsheet", "export --csv --output photos.csv")

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "The format; it or --xmp must be given.")
    var format: ExportFormat?

    @Option(
        help: ArgumentHelp("Write XMP sidecars below this folder.", valueName: "DIR"),
        completion: .directory)
    var xmp: UserPath?

    @Option(
        help: ArgumentHelp(
            "The paths of the sidecars, as in sync; by default those of the library's originals, "
                + "or \(OriginalLayout.standard).",
            valueName: "TEMPLATE"),
        transform: {
            do { return try OriginalLayout($0) } catch { throw ValidationError("\(error)") }
        })
    var layout: OriginalLayout?

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
        guard (format == nil) != (xmp == nil) else {
            throw ValidationError("an export has one format: --json, --csv or --xmp DIR")
        }
        if xmp != nil, output != nil {
            throw ValidationError("--output is for --json and --csv")
        }
        if layout != nil, xmp == nil { throw ValidationError("--layout needs --xmp DIR") }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let selection = try await libraries.choice.selected(in: program)
            let accounts = try selection.libraries.map { try LibraryChoice.open($0, in: program) }
            var isComplete = true
            var failures = selection.failures
            if let format {
                failures += try await write(accounts, as: format)
            } else {
                let sidecars = try await writeSidecars(accounts)
                failures += sidecars.left
                isComplete = sidecars.isComplete
            }
            for failure in failures { StandardError.line(failure.line) }
            return failures.isEmpty && isComplete ? .success : .partialSuccess
        }
    }

    /// Writes the feed of `accounts`.
    ///
    /// - Returns: the accounts that are not, or not completely, in the export.
    @MainActor
    private func write(
        _ accounts: [Scope], as format: ExportFormat
    ) async throws -> [AccountFailure] {
        let feed = try AccountsFeed.bound(to: accounts, query, showingCopies: copies)
        let output = StandardOutput.shared
        let export = SchedulerBound<FeedExport>(on: feed.scheduler) {
            [output = self.output] in
            try FeedExport(feed.get(in: $0), as: format, to: output?.expanded)
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
            let items = Units.items(count)
            output.line("\(items): \(TerminalText.escape(path.description))")
        }
        return failures
    }

    private var query: FeedQuery {
        FeedQuery(limit: AccountsFeed.window, since: since?.start, until: until?.end)
    }

    /// Writes a sidecar for each item of the feed of `accounts`.
    ///
    /// - Returns: the accounts that are left out, and whether no file of another program was kept.
    @MainActor
    private func writeSidecars(
        _ accounts: [Scope]
    ) async throws -> (left: [AccountFailure], isComplete: Bool) {
        let folder = xmp?.expanded ?? ""
        let feed = try AccountsFeed.bound(to: accounts, query, showingCopies: copies)
        let export = SchedulerBound<SidecarExport>(on: feed.scheduler) { [layout] in
            try SidecarExport(of: accounts, feed.get(in: $0), into: folder, layout: layout)
        }
        while try await export.run({ try $0.next() }) { try Task.checkCancellation() }
        let (written, unchanged, kept, failures) = try await export.run { export in
            (export.written, export.unchanged, export.kept, export.failures)
        }
        let output = StandardOutput.shared
        output.line(
            "\(Units.count(written, "sidecar")) written, \(Units.count(unchanged)) unchanged: "
                + TerminalText.escape(folder))
        if kept > 0 {
            StandardError.line(
                "\(Units.count(kept, "file")) of other programs kept: they have the names of "
                    + "sidecars, and have been made or changed by another program")
        }
        return (failures, kept == 0)
    }
}
