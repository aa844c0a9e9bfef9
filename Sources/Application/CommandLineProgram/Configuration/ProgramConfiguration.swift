import ArgumentParser
import Foundation

/// The values of options from the environment and from the configuration file.
///
/// A value on the command line precedes both, the environment precedes the file, and a value for
/// one command precedes one for all.
package struct ProgramConfiguration: Sendable {
    /// The variables of the program that are not options, or have rules of their own.
    private static let otherVariables: Set<String> = [
        "PHOTOPARK_CONFIG", "PHOTOPARK_TOKEN_FILE", "PHOTOPARK_WATCHDOG",
    ]

    private let environment: [String: String]
    private let file: ConfigurationFile?

    package init(environment: [String: String], file: ConfigurationFile?) {
        self.environment = environment
        self.file = file
    }

    /// Reads the configuration of the user.
    ///
    /// - Parameter commands: the commands of the program, which are examined only if there is a
    ///   file.
    /// - Throws: `ProgramError` for a file that is not valid.
    package static func read(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        for commands: () -> [ConfigurableCommand]
    ) throws(ProgramError) -> ProgramConfiguration {
        let path = ConfigurationFile.path(in: environment)
        let isPresent = path.map { FileManager.default.fileExists(atPath: $0) } ?? false
        if let path, !isPresent, environment["PHOTOPARK_CONFIG"] != nil {
            throw .configuration("the configuration file \(path) of PHOTOPARK_CONFIG is missing")
        }
        guard let path, isPresent else {
            return ProgramConfiguration(environment: environment, file: nil)
        }
        return ProgramConfiguration(
            environment: environment, file: try ConfigurationFile.read(path, for: commands()))
    }

    /// Whether no option can have a value, so that the options need not be examined.
    var isEmpty: Bool {
        file == nil
            && !environment.keys.contains {
                $0.hasPrefix("PHOTOPARK_") && !Self.otherVariables.contains($0)
            }
    }

    /// The values of the options of a command that the arguments do not give.
    ///
    /// - Parameter arguments: the arguments of the command.
    /// - Throws: `ProgramError` for a variable of a flag that is neither true nor false.
    package func options(
        of command: ConfigurableCommand, after arguments: [String] = []
    ) throws(ProgramError) -> [ConfiguredOption] {
        let given = command.options.filter { option in
            arguments.prefix { $0 != "--" }.contains { argument in
                option.spellings.contains { argument == $0 || argument.hasPrefix($0 + "=") }
            }
        }
        var set = Set(given.map(\.name))
        var known = set
        var found: [String: ConfiguredOption] = [:]
        for level in Level.allCases {
            var fitting: [ConfiguredOption] = []
            for option in command.options where !known.contains(option.name) {
                guard !set.contains(where: { OptionConflicts.exclude($0, option.name) }),
                    let value = try value(of: option, command, at: level)
                else { continue }
                fitting.append(value)
            }
            for value in fitting { found[value.option.name] = value }
            known.formUnion(fitting.map(\.option.name))
            set.formUnion(fitting.filter(\.isSet).map(\.option.name))
            // The variable has rules of its own, but precedes the file as any other.
            if level == .sharedVariable, environment["PHOTOPARK_TOKEN_FILE"] != nil {
                known.formUnion(["token-file", "token-command"])
            }
        }
        return command.options.compactMap { found[$0.name] }
    }

    /// The sources of values in the order of their precedence.
    private enum Level: CaseIterable {
        case variable, sharedVariable, key, sharedKey
    }

    private func value(
        of option: OptionDescription, _ command: ConfigurableCommand, at level: Level
    ) throws(ProgramError) -> ConfiguredOption? {
        switch level {
        case .variable: return try value(of: option, in: command.variable(of: option.name))
        case .sharedVariable:
            return try value(
                of: option, in: ConfigurableCommand.sharedVariable(of: option.name))
        case .key:
            return file.flatMap { file in
                file.values(of: option.name, for: command.name).map {
                    ConfiguredOption(
                        option: option, values: $0,
                        origin: .file(file.path, key: command.key(of: option.name)))
                }
            }
        case .sharedKey:
            return file.flatMap { file in
                file.sharedValues(of: option.name).map {
                    ConfiguredOption(
                        option: option, values: $0, origin: .file(file.path, key: option.name))
                }
            }
        }
    }

    private func value(
        of option: OptionDescription, in variable: String
    ) throws(ProgramError) -> ConfiguredOption? {
        guard !Self.otherVariables.contains(variable), let text = environment[variable],
            !text.isEmpty
        else { return nil }
        var values = [text]
        if option.isFlag {
            switch text.lowercased() {
            case "true", "yes", "1": values = ["true"]
            case "false", "no", "0": values = ["false"]
            default: throw .configuration("\(variable): expected true or false")
            }
        } else if option.isRepeating {
            // The two characters of `\r\n` are one `Character`.
            values = text.split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        }
        return ConfiguredOption(
            option: option, values: values, origin: .environment(variable))
    }
}

extension ProgramConfiguration {
    /// Checks that the options of the commands, and those before the command, accept their values.
    ///
    /// The values that a command refuses together are not examined, since they may fit the rest of
    /// a command line.
    ///
    /// - Throws: `ProgramError` for the first value that its option refuses.
    package func checkValues(of commands: [any ProgramCommand.Type]) throws(ProgramError) {
        try Self.check(options(of: .program), with: LogOptions.self)
        for command in commands {
            try Self.check(options(of: ConfigurableCommand(command)), with: command)
        }
    }

    private static func check(
        _ options: [ConfiguredOption], with parser: any ParsableArguments.Type
    ) throws(ProgramError) {
        func refuses(_ arguments: [String]) -> Bool {
            do {
                _ = try parser.parse(arguments)
                return false
            } catch {
                return parser.message(for: error).hasPrefix("The value '")
            }
        }
        guard refuses(options.flatMap(\.arguments)),
            let option = options.first(where: { refuses($0.arguments) })
        else { return }
        throw .configuration("\(option.origin): --\(option.option.name) refuses this value")
    }
}
