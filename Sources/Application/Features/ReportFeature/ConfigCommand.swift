import ArgumentParser
import CommandLineProgram
import Foundation

/// `photopark config`: shows the values of options that are not on the command line.
struct ConfigCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the value of each option, and where it comes from.",
        discussion: """
            The file ~/.config/photopark/config.json gives values to options: \
            {"library": "~/Photos", "sync": {"max-time": "2h"}}. A key is the name of an option, \
            for all commands that have it, or the name of a command with an object for this \
            command alone. A flag has true or false, an option that can be repeated an array, and \
            null stands for no value.

            A variable such as PHOTOPARK_MAX_TIME or PHOTOPARK_SYNC_MAX_TIME precedes the file, \
            and the command line precedes both. The values of an option that can be repeated are \
            lines of its variable. PHOTOPARK_CONFIG names another file; if it is empty, no file is \
            read. Commands and keys are not shown, since they may contain secrets.

            With --json, each line is an object with the keys key, commands, values, origin \
            (environment, file, default, or null), source and hidden.
            """)
    static let synonyms = ["configuration", "settings", "options"]

    @Flag(help: "Show the variable or the file and the key that each value comes from.")
    var showOrigin = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        let commands = ConfigurableCommand.all(
            modules.with((any CommandModule).self).flatMap { $0.commands })
        let configuration = try ProgramConfiguration.read { commands }
        for row in try OptionRow.all(of: commands, configuration) {
            StandardOutput.shared.line(json ? row.json : row.text(withOrigin: showOrigin))
        }
        return .success
    }
}
