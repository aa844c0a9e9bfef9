import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import ProgramServices
import Routing

/// `photopark stats`: shows how many photos and videos there are of each kind.
struct StatsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count the photos and videos by year, month, kind, size, place and camera.",
        discussion: """
            Years and months are those on the camera's clock. Without the time of the picture, \
            they are those of the file's last change, in UTC. A place is a field of one degree of \
            latitude and longitude; places are left out if the library has none (see sync \
            --media-info). Cameras are known for originals that were downloaded (see sync \
            --originals).

            A terminal shows the newest twelve months, and the twelve places and cameras with the \
            most photos; one row counts the others. With --json, one object has the keys accounts, \
            items, bytes, years, months, kinds, sizes, places and cameras. The last six are arrays \
            of objects with the keys name, items and bytes; the name is null for an unknown place \
            or camera.

            --usage shows how often each command was used, and how often the program has synced, \
            signed in, and sent requests. This is counted only after stats --usage --on, without \
            names, dates and places. It stays on this machine, unless --send-to names a server \
            that gets it, with random identifiers of the installation and of the run. --off ends \
            both, and removes what was not sent.

            A photo that several accounts have is counted once for each. An account whose library \
            cannot be read is named and left out; the exit code is then 3.
            """)
    static let synonyms = ["statistics", "count", "census"]
    static let optionForStrayArgument: String? = "--library"

    @OptionGroup var libraries: LibrariesOption

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp("Write the bars as a drawing (SVG) to FILE.", valueName: "FILE"),
        completion: .file())
    var svg: UserPath?

    @OptionGroup var usage: UsageOptions

    // The display of the counts and their removal do not change them.
    var isCounted: Bool { !usage.usage }

    func validate() throws {
        if usage.usage, svg != nil || libraries.isGiven {
            throw ValidationError("--usage cannot be combined with accounts, libraries and --svg")
        }
        if json, svg != nil { throw ValidationError("--json and --svg cannot be combined") }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            if usage.usage {
                try await UsagePrinter.print(
                    program.scope.here(UsageTrackingKey.self), after: usage.change, asJSON: json)
                return .success
            }
            let unread = try await libraries.choice.openSelected(in: program)
            let result =
                if let svg {
                    try await StatsPrinter.draw(program.scope.accounts(nil)) { text in
                        let file = try OutputFile(
                            "drawing", beginningWith: OutputFile.drawing, at: svg.expanded)
                        try file.write(text)
                    }
                } else {
                    try await program.router.run(ShowStats(isJSON: json))
                }
            for failure in unread { StandardError.line(failure.line) }
            return result == .complete && unread.isEmpty ? .success : .partialSuccess
        }
    }
}
