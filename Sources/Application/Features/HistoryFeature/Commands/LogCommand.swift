import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import PhotoFeed
import ProgramServices
import Scheduling
import TextFormats

/// `photopark log`: prints the changes that syncs have made, oldest first.
struct LogCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the photos and videos that were added, changed and removed, oldest first.",
        discussion: """
            The journal of a library begins with its first complete sync, and keeps a limited \
            number of changes. Times are those at which a sync stored the change, in UTC.

            With --json, each line is an object with the keys time, account, change (added, \
            changed or removed), id, path, former_path, rev, former_rev, size and content_hash. \
            Every line has every key; the value is null if it is unknown.
            """)
    static let synonyms = ["changes", "journal", "diff"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var libraries: LibrariesOption

    @Option(
        help: ArgumentHelp(
            "Omit earlier changes: 2024-05-31, 2024-05, 2024, yesterday, or 7d for seven days ago.",
            valueName: "DATE"), transform: { try DayArgument(text: $0) })
    var since: DayArgument?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let selection = try await libraries.choice.selected(in: program)
            let accounts = try selection.libraries.map { try LibraryChoice.open($0, in: program) }
            let log = try AccountsLog.bound(to: accounts, since: since?.start)
            try await print(log, isNamed: accounts.count > 1)
            let failures = selection.failures + (try await log.run { $0.failures })
            for failure in failures { StandardError.line(failure.line) }
            return failures.isEmpty ? .success : .partialSuccess
        }
    }

    @MainActor
    private func print(_ log: SchedulerBound<AccountsLog>, isNamed: Bool) async throws {
        let output = StandardOutput.shared
        var isEmpty = true
        while output.isOpen, !Task.isCancelled {
            let lines = try await log.run { [json] log in
                try log.next().map { change in
                    json
                        ? LogLine.json(change.entry, of: change.account)
                        : LogLine.text(change.entry, of: isNamed ? change.account : nil)
                }
            }
            guard !lines.isEmpty else { break }
            isEmpty = false
            for line in lines { output.line(line) }
            output.flush()
        }
        for (account, start) in try await log.run({ $0.starts }) {
            let name = isNamed ? TerminalText.escape(account) + ": " : ""
            if let start {
                let since = since?.start ?? start
                if since < start {
                    StandardError.line("\(name)the journal begins at \(start)")
                } else if isEmpty {
                    StandardError.line("\(name)no changes since \(since)")
                }
            } else if isEmpty {
                StandardError.line(
                    "\(name)the library has no journal yet: it begins with a complete sync")
            }
        }
    }
}
