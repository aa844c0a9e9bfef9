import CommandLineProgram
import TextFormats

/// An option with its value, for one command or for several that agree.
struct OptionRow: Equatable {
    /// The key in the configuration file.
    let key: String
    /// The commands; empty for an option before the command.
    let commands: [String]
    let option: OptionDescription
    /// The values; empty if the option has none.
    let values: [String]
    /// The origin; `nil` without a value.
    let origin: ConfiguredOption.Origin?

    /// The rows of all options, in the order of the help.
    ///
    /// - Throws: `ProgramError` for a variable that is not valid.
    static func all(
        of commands: [ConfigurableCommand], _ configuration: ProgramConfiguration
    ) throws(ProgramError) -> [OptionRow] {
        var names: [String] = []
        var rows: [String: [OptionRow]] = [:]
        for command in commands {
            let configured = try configuration.options(of: command)
            for option in command.options {
                let found = configured.first { $0.option == option }
                let standard = option.isFlag ? "false" : option.defaultValue
                let values = found?.values ?? standard.map { [$0] } ?? []
                if rows[option.name] == nil { names.append(option.name) }
                rows[option.name, default: []].append(
                    OptionRow(
                        key: command.name.map { "\($0).\(option.name)" } ?? option.name,
                        commands: command.name.map { [$0] } ?? [], option: option, values: values,
                        origin: values.isEmpty ? nil : found?.origin ?? .standard))
            }
        }
        return names.flatMap { merged(rows[$0] ?? []) }
    }

    /// One row for commands that agree; otherwise a row for each.
    private static func merged(_ rows: [OptionRow]) -> [OptionRow] {
        guard let first = rows.first,
            rows.allSatisfy({ $0.values == first.values && $0.origin == first.origin })
        else { return rows }
        return [
            OptionRow(
                key: first.option.name, commands: rows.flatMap(\.commands), option: first.option,
                values: first.values, origin: first.origin)
        ]
    }

    private var isHidden: Bool { option.isSecret && !values.isEmpty }

    /// The values without the user name and the password of an address.
    ///
    /// A proxy may be written without its scheme. It has no path, so everything before its last
    /// `@` belongs to them. Scalars are compared: an `@` and a combining mark behind it are one
    /// character.
    private var shownValues: [String] {
        guard option.name == "proxy" else {
            let access = /:\/\/[^\/?#]*@/.matchingSemantics(.unicodeScalar)
            return values.map { $0.replacing(access, with: "://***@") }
        }
        return values.map { value in
            guard let end = value.unicodeScalars.lastIndex(of: "@") else { return value }
            let start = /[A-Za-z0-9]+:\/\//.matchingSemantics(.unicodeScalar)
            let scheme = value.prefixMatch(of: start)?.0 ?? ""
            return scheme + "***" + String(value.unicodeScalars[end...])
        }
    }

    /// The line for a terminal.
    func text(withOrigin isOriginShown: Bool) -> String {
        let value =
            isHidden
            ? "(hidden)"
            : shownValues.map(TerminalText.escape).joined(separator: ", ")
        let text = values.isEmpty ? "\(key) has no value" : "\(key) = \(value)"
        guard isOriginShown, let origin else { return text }
        return "\(text)  (\(TerminalText.escape("\(origin)")))"
    }

    /// The line for a program.
    var json: String {
        JSONWriter.line { json in
            json.member("key", key)
            json.array("commands") { array in for name in commands { array.string(name) } }
            json.array("values") { array in
                for value in isHidden ? [] : shownValues { array.string(value) }
            }
            switch origin {
            case .environment(let variable):
                json.member("origin", "environment")
                json.member("source", variable)
            case .file(let path, let key):
                json.member("origin", "file")
                json.member("source", "\(path): \(key)")
            case .standard:
                json.member("origin", "default")
                json.member("source", nil as String?)
            case nil:
                json.member("origin", nil as String?)
                json.member("source", nil as String?)
            }
            json.member("hidden", isHidden)
        }
    }
}
