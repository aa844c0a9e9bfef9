import ArgumentParser
import Foundation
import PhotoFeed

/// The root of the command line.
@main
struct Photopark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photopark",
        abstract: """
            Mirror and show the list and the thumbnails of a \(Providers.standard.displayName) \
            account's photos.
            """,
        discussion: """
            The library contains thumbnails, not the originals: it is not a backup.

            Demo, without an account:       photopark demo
            Sync your photos:               photopark sync --token-file TOKEN
            List the newest photos:         photopark feed --limit 20
            Write the photos as a web page: photopark gallery --output gallery

            The exit codes are 0 (done), 3 (done, except for some entries), 64 (wrong command \
            line), 65 (damaged library), 66 (no such library or folder), 69 (network), 75 (rate \
            limit), 77 (authorization), 79 (another run holds the library), 129, 130 and 143 \
            (stopped by a signal); Documentation/ExitCodes.md lists all of them.
            """,
        version: "0.1.0",
        subcommands: [
            SyncCommand.self, FeedCommand.self, GalleryCommand.self, StubCommand.self,
            DemoCommand.self,
        ])

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
            guard exitCode(for: error).rawValue == ExitStatus.usage.rawValue,
                let hint = UsageHint.text(for: message(for: error), arguments, commands: commands)
            else { exit(withError: error) }
            // The first line is the parser's message; the usage follows.
            let usage = fullMessage(for: error).split(separator: "\n").dropFirst()
            StandardError.line(
                (["Error: " + hint] + usage.map(String.init)).joined(separator: "\n"))
            Foundation.exit(ExitStatus.usage.rawValue)
        }
    }
}
