import ArgumentParser

/// The arguments of the program with the values of the configuration inserted.
package struct ConfiguredArguments: Sendable {
    private let before: [String]
    private let after: [String]
    /// The values before the command, and those after its name.
    private let program: [ConfiguredOption]
    private let command: [ConfiguredOption]

    /// The arguments for the parser.
    package var arguments: [String] { arguments(without: nil) }

    /// Inserts the values for the command that the arguments name, and for the options before it.
    ///
    /// Nothing is inserted without a command, or before a request for help.
    ///
    /// - Throws: `ProgramError` if the configuration is not valid.
    package init(
        _ arguments: [String], commands: [any ProgramCommand.Type],
        read: (() -> [ConfigurableCommand]) throws(ProgramError) -> ProgramConfiguration
    ) throws(ProgramError) {
        let rest = LogOptions.rest(of: arguments)
        let log = Array(arguments.dropLast(rest.count))
        let questions: Set = ["--help", "-h", "--version"]
        guard let name = rest.first, questions.isDisjoint(with: rest),
            let type = commands.first(where: { $0.configuration.commandName == name })
        else {
            (before, after, program, command) = (arguments, [], [], [])
            return
        }
        let (before, after) = (log + [name], Array(rest.dropFirst()))
        (self.before, self.after) = (before, after)
        do throws(ProgramError) {
            let configuration = try read { ConfigurableCommand.all(commands) }
            guard !configuration.isEmpty else {
                (program, command) = ([], [])
                return
            }
            let options = try configuration.options(of: .program, after: log)
            command = try configuration.options(of: ConfigurableCommand(type), after: after)
            program = options
        } catch {
            guard type.toleratesConfiguration else { throw error }
            (program, command) = ([], [])
        }
    }

    /// The arguments without any value of the configuration, for a command that tolerates one that
    /// is not valid; `nil` for other commands.
    package func withoutConfiguration(
        for commands: [any ProgramCommand.Type]
    ) -> [String]? {
        let name = LogOptions.rest(of: before).first
        let type = commands.first { $0.configuration.commandName == name }
        return type?.toleratesConfiguration == true ? before + after : nil
    }

    private func arguments(without omitted: ConfiguredOption?) -> [String] {
        func inserted(_ options: [ConfiguredOption]) -> [String] {
            options.filter { $0 != omitted }.flatMap(\.arguments)
        }
        return inserted(program) + before + inserted(command) + after
    }

    /// The inserted value that makes the parser report `message`; `nil` if none does.
    ///
    /// - Parameter report: the message of the parser for arguments; `nil` if it accepts them.
    package func cause(
        of message: String, _ report: ([String]) -> String?
    ) -> ConfiguredOption? {
        (program + command).first { option in
            option.isSet && report(arguments(without: option)) != message
        }
    }
}
