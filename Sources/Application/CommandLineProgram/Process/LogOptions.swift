import ArgumentParser
import Logging

/// The options of the log: `--log-level LEVEL` and `--log-file FILE`, before the command.
package struct LogOptions: ParsableArguments {
    /// A level of swift-log.
    enum Level: String, CaseIterable, ExpressibleByArgument, Sendable {
        case trace, debug, info, notice, warning, error, critical

        /// The level of swift-log with this name.
        var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
    }

    @Option(
        help: ArgumentHelp(
            "Log messages of this level and above: trace, debug, info, notice, warning, error or "
                + "critical. The default with --log-file is info.",
            valueName: "LEVEL"))
    var logLevel: Level?

    @Option(
        help: ArgumentHelp(
            "Append the log to FILE as one JSON object per line, instead of writing it to standard "
                + "error. The file is rotated at 8 MB.",
            valueName: "FILE"), completion: .file())
    var logFile: String?

    package init() {}

    /// Whether the user asks for a log.
    var isGiven: Bool { logLevel != nil || logFile != nil }

    /// The number of arguments before the command that belong to the log.
    private static func count(in arguments: [String]) -> Int {
        var count = 0
        while count < arguments.count, arguments[count].hasPrefix("--log-") {
            count += arguments[count].contains("=") ? 1 : 2
        }
        return min(count, arguments.count)
    }

    /// The options before the command.
    package static func values(in arguments: [String]) throws -> LogOptions {
        try LogOptions.parse(Array(arguments[..<count(in: arguments)]))
    }

    /// The arguments after the options of the log.
    package static func rest(of arguments: [String]) -> [String] {
        Array(arguments[count(in: arguments)...])
    }
}
