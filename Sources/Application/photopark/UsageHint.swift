import ArgumentParser
import CommandLineProgram
import Escaping

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
        guard let option = command.optionForStrayArgument else { return nil }
        let isUnexpected = message.hasPrefix("Unexpected argument '")
        guard isUnexpected || message.hasPrefix("Missing expected argument '\(option)"),
            let stray = arguments.dropFirst().first(where: {
                isUnexpected ? message.hasSuffix("'\($0)'") : !$0.hasPrefix("-")
            })
        else { return nil }
        let value = TerminalText.escape(stray)
        return "unexpected argument '\(value)'; did you mean \(option) \(value)?"
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
