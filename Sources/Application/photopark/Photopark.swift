import ArgumentParser
import Foundation

/// The root of the command line.
@main
struct Photopark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photopark",
        abstract: "List the photos of a Dropbox account, with thumbnails, and show them.",
        discussion: """
            The library holds thumbnails, not the originals: it is not a backup.

            A first look, without an account:   photopark demo
            Your photos:                        photopark sync --token-file TOKEN
            What is there:                      photopark feed --limit 20
            Pictures to look at:                photopark gallery --output gallery

            The exit codes are 0 (done), 3 (done but for some entries), 64 (wrong command line), \
            65 (damaged library), 66 (no such library or folder), 69 (network), 75 (rate limit), \
            77 (authorization), 79 (another run holds the library), 129, 130 and 143 (stopped by a signal); \
            Documentation/ExitCodes.md has them all.
            """,
        version: "0.1.0",
        subcommands: [
            SyncCommand.self, FeedCommand.self, GalleryCommand.self, ServeCommand.self,
            DemoCommand.self,
        ])

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            guard exitCode(for: error).rawValue == ExitStatus.usage.rawValue,
                let hint = UsageHint.text(for: message(for: error), arguments)
            else { exit(withError: error) }
            // The first line is the parser's message; the usage follows.
            let usage = fullMessage(for: error).split(separator: "\n").dropFirst()
            StandardError.line(
                (["Error: " + hint] + usage.map(String.init)).joined(separator: "\n"))
            Foundation.exit(ExitStatus.usage.rawValue)
        }
    }
}
