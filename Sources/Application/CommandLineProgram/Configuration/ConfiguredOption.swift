/// The value of an option that is not on the command line, and its origin.
package struct ConfiguredOption: Equatable, Sendable {
    /// The origin of a value, with the highest precedence first.
    package enum Origin: Equatable, CustomStringConvertible, Sendable {
        /// A variable of the environment.
        case environment(String)
        /// A key of the configuration file.
        case file(String, key: String)
        /// The default of the option.
        case standard

        /// The text for messages.
        package var description: String {
            switch self {
            case .environment(let variable): variable
            case .file(let path, let key): "\(path): \(key)"
            case .standard: "default"
            }
        }
    }

    package let option: OptionDescription
    /// The values; empty if the option has none, and `true` or `false` for a flag.
    package let values: [String]
    package let origin: Origin

    /// The arguments that give the option its value.
    ///
    /// The value is part of the argument, so that it may begin with a hyphen.
    var arguments: [String] {
        if option.isFlag { return values == ["true"] ? ["--" + option.name] : [] }
        return values.map { "--\(option.name)=\($0)" }
    }

    /// Whether the option has an effect: a value, or a flag that is set.
    var isSet: Bool { !values.isEmpty && !(option.isFlag && values == ["false"]) }
}
