import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Foundation
import PhotoFeed
import ProgramServices
import Scheduling

/// `photopark status`: shows the last syncs of each library, and what is missing.
struct StatusCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the last syncs of the library, and what is missing.",
        discussion: """
            A library remembers its last syncs: when they ran and how long, what they changed, how \
            fast they were, what they waited for, and how they ended. A sync that leaves \
            originals to the next one counts as interrupted. The numbers of originals are those \
            that the last runs have stored, with what the last verification has found; photopark \
            verify examines the files.

            With --json, each library is an object with the keys account, library (the folder), \
            items, thumbnails, failed_thumbnails, unsupported_thumbnails, wanted_thumbnails, \
            other_size_thumbnails, originals, edited_originals, deleted_originals, \
            damaged_originals, unreadable_originals, unknown_originals, missing_originals, \
            failed_originals, stopped_originals, unchosen_originals, and syncs: an array, newest \
            first, of objects with start, end, seconds, outcome (finished, interrupted, failed), \
            error, message, pages, added, changed, removed, thumbnails, failed_thumbnails, bytes, \
            bytes_per_second and waits (reason, cause, status, count, seconds).
            """)
    static let synonyms = ["history", "state", "runs"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = CommandExample(.show, "See how it went", "status")

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let selection = try await libraries.choice.selected(in: program)
            let counter = modules.with((any OriginalsCounter).self).first
            var failures = selection.failures
            var reports: [LibraryReport] = []
            for library in selection.libraries {
                let account = try LibraryChoice.open(library, in: program)
                do {
                    reports.append(try await Self.report(on: library, account, counter))
                } catch  where selection.isPlural {
                    failures.append(AccountFailure(account: library.name, error: error))
                }
            }
            for (number, report) in reports.enumerated() {
                if number > 0, !json { StandardOutput.shared.line("") }
                let lines = report.lines(
                    isNamed: selection.isPlural, width: TerminalWidth.columns(of: STDOUT_FILENO))
                for line in json ? [report.json] : lines { StandardOutput.shared.line(line) }
            }
            for failure in failures { StandardError.line(failure.line) }
            if reports.isEmpty, let failure = failures.first { throw failure.error }
            return failures.isEmpty ? .success : .partialSuccess
        }
    }

    @MainActor
    private static func report(
        on library: LibraryChoice.Library, _ account: Scope,
        _ originals: (any OriginalsCounter)?
    ) async throws -> LibraryReport {
        try await account.handle(LibraryReaderKey.self).run { reader in
            LibraryReport(
                account: library.name, folder: library.folder.path,
                statistics: try reader.statistics(withMediaInfo: false),
                originals: try originals?.originals(ofLibrary: library.folder.path, reader),
                syncs: try reader.syncHistory(),
                usesInsecureHTTP: library.usesInsecureHTTP)
        }
    }
}
