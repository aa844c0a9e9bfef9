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
            Keep a mirror, a verified backup and a timeline of the photos in \
            \(Providers.standard.displayName), Nextcloud and other WebDAV servers.
            """,
        discussion: """
            sync lists all photos in a local library, with a thumbnail of each; later runs fetch \
            only the changes. With --originals --to DIR, it also downloads the originals, and \
            compares them with the server's hash if it states one. verify finds damaged files \
            later, and repairs them with --repair. serve shows the photos by month in a browser \
            on this machine.

            The program changes and deletes nothing on a server. A library without the originals \
            is not a backup.

            \(CommandExample.lines(commands.compactMap { $0.example }, program: name))

            The exit codes are 0 (done), 3 (done, except for some entries), 64 (wrong command \
            line), 65 (damaged library), 66 (no such library or folder), 69 (network), 75 (rate \
            limit), 77 (authorization), 79 (another run holds the library), 129, 130 and 143 \
            (stopped by a signal); Documentation/ExitCodes.md lists all of them.
            """,
        version: ProgramVersion.text,
        // A cast of the whole array would search the conformances of each command.
        subcommands: commands.map { $0 })

    @OptionGroup(title: "Log options, before the command") var logging: LogOptions

    private static let name = "photopark"
    private static let commands: [any ProgramCommand.Type] =
        ProgramModules.all.with((any CommandModule).self).flatMap { $0.commands }

    @MainActor
    static func main() {
        WriteSignals.ignore()
        let arguments = UsageHint.arguments(
            Array(CommandLine.arguments.dropFirst()), commands: commands)
        if ProgramVersion.isWantedAsJSON(by: LogOptions.rest(of: arguments)) {
            print(ProgramVersion.json)
        }
        do {
            let configured = configured(arguments)
            var (command, parsed) = try parse(configured)
            try startLog(LogOptions.values(in: parsed), hasEnd: command is any ProgramCommand)
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

    /// The arguments with the values of the environment and of the configuration file.
    private static func configured(_ arguments: [String]) -> ConfiguredArguments {
        do throws(ProgramError) {
            return try ConfiguredArguments(arguments, commands: commands) {
                commands throws(ProgramError) in try ProgramConfiguration.read(for: commands)
            }
        } catch {
            end(with: error)
        }
    }

    /// Parses the arguments; an error that a configured value causes ends the program, unless the
    /// command tolerates it.
    ///
    /// - Returns: the command, and the arguments that it was parsed from.
    private static func parse(
        _ configured: ConfiguredArguments
    ) throws -> (any ParsableCommand, [String]) {
        do {
            return (try parseAsRoot(configured.arguments), configured.arguments)
        } catch {
            let text = message(for: error)
            let cause = configured.cause(of: text) { arguments in
                do {
                    _ = try parseAsRoot(arguments)
                    return nil
                } catch {
                    return message(for: error)
                }
            }
            guard let cause else { throw error }
            if let arguments = configured.withoutConfiguration(for: commands) {
                return (try parseAsRoot(arguments), arguments)
            }
            end(with: .configuration("\(cause.origin): \(UsageHint.line(text))"))
        }
    }

    private static func end(with error: ProgramError) -> Never {
        let report = FailureReport(error)
        StandardError.line("\(name): \(report.message)")
        Foundation.exit(report.status.rawValue)
    }

    /// Starts the log, and the reports of a command that reports its end, too.
    @MainActor
    private static func startLog(_ options: LogOptions, hasEnd: Bool) throws {
        do {
            let reports = try ErrorReports(in: DataFolder.reports) { CurlGateway(home: $0) }
            try ProgramLog.start(options, reporting: hasEnd ? reports : nil)
        } catch let error as ProgramError {
            end(with: error)
        }
    }

    /// Prints the help, the version or a completion script, and ends the program.
    @MainActor
    private static func print(_ text: String) -> Never {
        StandardOutput.shared.line(text)
        Foundation.exit(StandardOutput.shared.finish(.success).rawValue)
    }
}
