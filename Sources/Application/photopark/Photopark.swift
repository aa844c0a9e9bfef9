import ArgumentParser
import CommandLineProgram
import CommandOptions
import CurlGateway
import Foundation
import PhotoFeed
import Providers

/// The root of the command line.
@main
struct Photopark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: """
            Mirror and show the list and the thumbnails of a \(Providers.standard.displayName) \
            account's photos.
            """,
        discussion: """
            The library contains thumbnails, not the originals: it is not a backup.

            \(CommandExample.lines(commands.compactMap { $0.example }, program: name))

            The exit codes are 0 (done), 3 (done, except for some entries), 64 (wrong command \
            line), 65 (damaged library), 66 (no such library or folder), 69 (network), 75 (rate \
            limit), 77 (authorization), 79 (another run holds the library), 129, 130 and 143 \
            (stopped by a signal); Documentation/ExitCodes.md lists all of them.
            """,
        version: "0.1.0",
        subcommands: commands)

    @OptionGroup(title: "Log options, before the command") var logging: LogOptions

    private static let name = "photopark"
    private static let commands: [any ProgramCommand.Type] =
        ProgramModules.all.with((any CommandModule).self).flatMap { $0.commands }

    @MainActor
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(arguments)
            try startLog(
                LogOptions.values(in: arguments), hasEnd: command is any ProgramCommand)
            if let command = command as? any ProgramCommand { command.run(with: .all) }
            try command.run()
        } catch {
            if exitCode(for: error).isSuccess { print(fullMessage(for: error)) }
            guard exitCode(for: error).rawValue == ExitStatus.usage.rawValue,
                let hint = UsageHint.text(
                    for: message(for: error), LogOptions.rest(of: arguments), commands: commands)
            else { exit(withError: error) }
            // The first line is the parser's message; the usage follows.
            let usage = fullMessage(for: error).split(separator: "\n").dropFirst()
            StandardError.line(
                (["Error: " + hint] + usage.map(String.init)).joined(separator: "\n"))
            Foundation.exit(ExitStatus.usage.rawValue)
        }
    }

    /// Starts the log, and the reports of a command that reports its end, too.
    @MainActor
    private static func startLog(_ options: LogOptions, hasEnd: Bool) throws {
        do {
            let reports = try ErrorReports(in: DataFolder.reports) { CurlGateway() }
            try ProgramLog.start(options, reporting: hasEnd ? reports : nil)
        } catch let error as ProgramError {
            let report = FailureReport(error)
            StandardError.line("\(name): \(report.message)")
            Foundation.exit(report.status.rawValue)
        }
    }

    /// Prints the help, the version or a completion script, and ends the program.
    @MainActor
    private static func print(_ text: String) -> Never {
        signal(SIGPIPE, SIG_IGN)
        StandardOutput.shared.line(text)
        Foundation.exit(StandardOutput.shared.finish(.success).rawValue)
    }
}
