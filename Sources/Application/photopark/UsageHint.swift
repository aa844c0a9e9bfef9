import ArgumentParser
import CommandLineProgram
import TextFormats

/// Replacements for the parser's messages about unexpected and missing arguments.
enum UsageHint {
    /// The replacement for the parser's `message`; `nil` where that message is clear enough.
    static func text(
        for message: String, _ arguments: [String], commands: [any ProgramCommand.Type]
    ) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
        guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
            return word == "help" ? nil : unknown(word, commands)
        }
        if let option = unknownOption(in: message) { return unknown(option, of: command, commands) }
        guard let option = command.optionForStrayArgument else { return nil }
        let isUnexpected = message.hasPrefix("Unexpected argument '")
        guard isUnexpected || message.hasPrefix("Missing expected argument '\(option)"),
            let stray = isUnexpected
                ? arguments.dropFirst().first(where: { message.hasSuffix("'\($0)'") })
                : strayArgument(among: arguments.dropFirst(), of: command)
        else { return nil }
        let value = TerminalText.escape(stray)
        return "unexpected argument '\(value)'; did you mean \(option) \(value)?"
    }

    /// Returns the arguments without a `help` before a word that is not a command, which the parser
    /// then reports.
    static func arguments(
        _ arguments: [String], commands: [any ProgramCommand.Type]
    ) -> [String] {
        let rest = LogOptions.rest(of: arguments)
        guard rest.count > 1, rest[0] == "help", rest[1] != "help", !rest[1].hasPrefix("-"),
            !commands.contains(where: { $0.configuration.commandName == rest[1] })
        else { return arguments }
        return Array(arguments.dropLast(rest.count)) + [rest[1]]
    }

    /// Returns the parser's message in one line: it lists many values in a line for each.
    static func line(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { line in
            String(line.drop(while: { $0 == " " || $0 == "-" }))
        }
        guard let first = lines.first, lines.count > 1 else { return message }
        return first + " " + lines.dropFirst().joined(separator: ", ")
    }

    /// Returns the first argument that is neither an option nor the value of one.
    private static func strayArgument(
        among arguments: ArraySlice<String>, of command: any ProgramCommand.Type
    ) -> String? {
        let options = OptionDescription.all(of: command).filter { !$0.isFlag }
        let spellings = Set(options.flatMap { $0.spellings })
        var isValue = false
        for argument in arguments {
            if !isValue, !argument.hasPrefix("-") { return argument }
            isValue = !isValue && spellings.contains(argument)
        }
        return nil
    }

    /// The option of the parser's message about one that does not exist.
    private static func unknownOption(in message: String) -> String? {
        guard message.hasPrefix("Unknown option '--") else { return nil }
        return message.split(separator: "'").dropFirst().first.map(String.init)
    }

    /// The parser would suggest any option within three edits.
    private static func unknown(
        _ option: String, of command: any ProgramCommand.Type,
        _ commands: [any ProgramCommand.Type]
    ) -> String {
        let spellings = OptionDescription.all(of: command).flatMap(\.spellings)
        let others = commands.filter { other in
            other.configuration.shouldDisplay
                && OptionDescription.all(of: other).contains { $0.spellings.contains(option) }
        }.compactMap { $0.configuration.commandName }
        let hint: String? =
            ClosestName.of(option, among: spellings).map { "did you mean '\($0)'?" }
            ?? (others.isEmpty ? nil : "it is an option of " + others.joined(separator: ", "))
        return "unknown option '\(TerminalText.escape(option))'" + (hint.map { "; " + $0 } ?? "")
    }

    private static func unknown(_ word: String, _ commands: [any ProgramCommand.Type]) -> String {
        let names = commands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        let guess =
            commands.first { $0.synonyms.contains(word) }?.configuration.commandName
            ?? ClosestName.of(word, among: names)
        return "unknown command '\(TerminalText.escape(word))'"
            + (guess.map { "; did you mean '\($0)'?" } ?? ".")
            + " The commands are \(names.joined(separator: ", "))."
    }
}
