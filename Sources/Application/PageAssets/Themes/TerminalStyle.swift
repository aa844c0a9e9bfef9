/// The style of the texts on a terminal.
package enum TerminalStyle: Equatable, Sendable {
    /// A kind of text.
    package enum Role: Sendable {
        /// The text that matters most.
        case strong
        /// A text of lower importance.
        case soft
    }

    /// Text without control sequences.
    case plain
    /// The colours of the terminal, bold or faint: they can be read on every ground.
    case attributes
    /// The colours of a theme, which the user has chosen for the ground of the terminal.
    case colours(Theme)

    /// Returns the style for an output.
    ///
    /// `NO_COLOR` with any value, and a `TERM` that is `dumb`, select plain text
    /// (https://no-color.org). `PHOTOPARK_THEME` selects the theme with this name.
    ///
    /// - Parameters:
    ///   - isTerminal: whether the output is a terminal; a file gets plain text.
    ///   - environment: the variables of the process.
    package static func chosen(
        isTerminal: Bool, environment: [String: String]
    ) -> TerminalStyle {
        let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        guard isTerminal, !isRefused else { return .plain }
        let theme = Theme.all.first { $0.name == environment["PHOTOPARK_THEME"] }
        return theme.map { .colours($0) } ?? .attributes
    }

    /// Returns the text with the control sequences of its role, which end with it.
    ///
    /// The text must not contain control characters.
    package func text(_ text: String, _ role: Role) -> String {
        let attribute = role == .strong ? "1" : "2"
        switch self {
        case .plain: return text
        case .attributes: return "\u{1B}[\(attribute)m\(text)\u{1B}[0m"
        case .colours(let theme):
            let colour = role == .strong ? theme.ink : theme.soft
            let weight = role == .strong ? "1;" : ""
            let parts = "\(colour.red);\(colour.green);\(colour.blue)"
            return "\u{1B}[\(weight)38;2;\(parts)m\(text)\u{1B}[0m"
        }
    }
}
