import SceneFlow

/// A prompt that a terminal can ask by a line of text.
protocol TerminalPrompt<Answer>: Prompt {
    /// The text before the cursor; it may have several lines.
    var question: String { get }
    /// Whether the terminal hides what is typed.
    var isSecret: Bool { get }

    /// Returns the answer in a line; `nil` if it has none, and the question is asked again.
    func answer(in line: String) -> Answer?
}

extension TerminalPrompt {
    var isSecret: Bool { false }
}

extension TerminalPrompt where Answer == Bool {
    /// `y` or `n`, or the whole word.
    func answer(in line: String) -> Bool? {
        switch line.filter({ !$0.isWhitespace }).lowercased() {
        case "y", "yes": true
        case "n", "no": false
        default: nil
        }
    }
}

extension TerminalPrompt where Answer == String {
    /// The line without white space at its ends.
    func answer(in line: String) -> String? {
        String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
