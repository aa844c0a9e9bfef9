package import ArgumentParser
import Foundation

/// An option of a command, as its help describes it.
package struct OptionDescription: Equatable, Sendable {
    /// The name without the hyphens before it, which is also the key in the configuration.
    package let name: String
    /// All spellings on the command line, such as `--endpoint` and `--url`.
    package let spellings: [String]
    /// Whether the option has no value.
    package let isFlag: Bool
    /// Whether the option can be repeated for several values.
    package let isRepeating: Bool
    /// The name of the value in the help; `nil` for a flag.
    package let valueName: String?
    /// The value without the option, if the parser has it.
    package let defaultValue: String?

    package init(
        name: String, spellings: [String] = [], isFlag: Bool = false, isRepeating: Bool = false,
        valueName: String? = nil, defaultValue: String? = nil
    ) {
        self.name = name
        self.spellings = spellings.isEmpty ? ["--" + name] : spellings
        self.isFlag = isFlag
        self.isRepeating = isRepeating
        self.valueName = valueName
        self.defaultValue = defaultValue
    }

    /// Whether the value may contain a secret: a command with its arguments, or a key.
    package var isSecret: Bool { valueName == "COMMAND" || valueName == "KEY" }

    /// The options of a command that its help shows, in that order, without the help itself.
    package static func all(of arguments: any ParsableArguments.Type) -> [OptionDescription] {
        let text = Data(arguments._dumpHelp().utf8)
        let help = try? JSONDecoder().decode(Help.self, from: text)
        return (help?.command.arguments ?? []).compactMap(OptionDescription.init)
    }

    private init?(_ argument: Help.Argument) {
        guard argument.kind != "positional", argument.shouldDisplay,
            let preferred = argument.preferredName, preferred.kind == "long",
            preferred.name != "help", preferred.name != "version"
        else { return nil }
        self.init(
            name: preferred.name, spellings: (argument.names ?? []).map(\.spelling),
            isFlag: argument.kind == "flag", isRepeating: argument.isRepeating,
            valueName: argument.kind == "flag" ? nil : argument.valueName,
            defaultValue: argument.kind == "flag" ? nil : argument.defaultValue)
    }
}

/// The members of the parser's description that this program uses.
private struct Help: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        var spelling: String { (kind == "long" ? "--" : "-") + name }
    }
    struct Argument: Decodable {
        let kind: String
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let defaultValue: String?
    }
    struct Command: Decodable {
        let arguments: [Argument]?
    }
    let command: Command
}
