import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import ProgramServices
import Routing

/// `photopark feed`: prints the photos, newest first, read from the library in windows.
struct FeedCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "List the photos and videos of the library, newest first.",
        discussion: """
            Dates and times in options are in UTC: 2024-05-31, 2024-05, 2024, \
            2024-05-31T18:00:00Z, yesterday, 7d (also w, m, y). The table shows the time on the \
            clock of the camera. Where that clock is unknown, it shows the time of the file in UTC.

            With --json, each line is an object with the keys id, path, name, kind (photo or \
            video), date, taken, client_modified, server_modified, rev, size, content_hash, \
            width, height, latitude, longitude, duration_ms, thumbnail (a file; its path is \
            relative to the library's folder), thumbnail_offset and thumbnail_length (the range \
            of the file), thumbnail_error, owners (the accounts that have it; the thumbnail is in \
            the library of the first one), zone (the time zone of the camera's clock), make, \
            model, content_identifier (of a live photo), and motion_length (the bytes of a motion \
            photo's movie). Every line has every key; the value is null if it is unknown.

            With several accounts, equal photos of one date are shown once, with all accounts that \
            have them. An account whose library cannot be read is named and left out; the exit \
            code is then 3.
            """)
    static let synonyms = ["ls", "list", "show"]
    static let optionForStrayArgument: String? = "--library"
    static let example: CommandExample? = CommandExample(
        .show, "List the newest photos", "feed --limit 20")

    @OptionGroup var libraries: LibrariesOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show at most N photos and videos.", valueName: "N")
    )
    var limit: Int?

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

    @Option(
        help: ArgumentHelp(
            "Show the feed as it was at this time: 2024-05-31T18:00:00Z, or the end of a day, "
                + "month or year.",
            valueName: "DATE"), transform: { try DayArgument(text: $0) })
    var at: DayArgument?

    @OptionGroup var selection: SearchOption

    @Flag(help: "Show equal photos of several accounts once for each copy.")
    var copies = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
        if let since, let until, since.start >= until.end {
            throw ValidationError("--since must be earlier than --until")
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        try await modules.run { program in
            let unread = try await libraries.choice.openSelected(in: program)
            var route = ShowFeed()
            route.limit = limit ?? route.limit
            route.since = since.map { AddressTime($0.start) }
            route.until = until.map { AddressTime($0.end) }
            // Times are whole seconds: the last one of a span.
            route.moment = at.map { AddressTime($0.last) }
            route.search = selection.search
            route.showsCopies = copies
            route.isJSON = json
            let result = try await program.router.run(route)
            for failure in unread { StandardError.line(failure.line) }
            return result == .complete && unread.isEmpty ? .success : .partialSuccess
        }
    }
}
