import ArgumentParser

/// A command with its options, or the options before the command.
package struct ConfigurableCommand: Equatable, Sendable {
    /// The name of the command; `nil` for the options before it.
    package let name: String?
    /// The options, in the order of the help.
    package let options: [OptionDescription]

    package init(name: String?, options: [OptionDescription]) {
        self.name = name
        self.options = options
    }

    /// The options before the command.
    package static var program: ConfigurableCommand {
        ConfigurableCommand(name: nil, options: OptionDescription.all(of: LogOptions.self))
    }

    /// The options of a command.
    package init(_ command: any ProgramCommand.Type) {
        name = command.configuration.commandName
        options = OptionDescription.all(of: command)
    }

    /// The options before the command, and the commands of the program.
    package static func all(_ commands: [any ProgramCommand.Type]) -> [ConfigurableCommand] {
        [program] + commands.map(ConfigurableCommand.init)
    }

    /// The key of an option of this command alone: `sync.max-time`.
    func key(of option: String) -> String { name.map { "\($0).\(option)" } ?? option }

    /// The variable of an option of this command alone: `PHOTOPARK_SYNC_MAX_TIME`.
    package func variable(of option: String) -> String {
        Self.sharedVariable(of: name.map { "\($0)-\(option)" } ?? option)
    }

    /// The variable of an option of all commands that have it: `PHOTOPARK_MAX_TIME`.
    package static func sharedVariable(of option: String) -> String {
        "PHOTOPARK_" + option.uppercased().replacing("-", with: "_")
    }
}
