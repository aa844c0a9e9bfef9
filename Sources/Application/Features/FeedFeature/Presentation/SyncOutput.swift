import CommandLineProgram

/// The text that one action of a display causes, in order.
struct SyncOutput: Equatable, Sendable {
    /// A text, and the place where it is written.
    enum Text: Equatable, Sendable {
        /// A line of standard output.
        case line(String)
        /// A line of standard output for another program, which gets it at once.
        case event(String)
        /// A line of standard error.
        case message(String)
        /// The replacement of the terminal's current line.
        case redrawn(String)
        /// A text of standard error with the control sequences of a terminal.
        case controls(String)
    }

    /// The texts.
    private(set) var texts: [Text] = []
    /// Tells the outputs of two actions apart that have equal texts.
    private var number = 0

    /// Replaces the texts by those of a further action; without any, the output stays the same.
    mutating func replace(with texts: [Text]) {
        if texts.isEmpty { return }
        self.texts = texts
        number += 1
    }

    /// Writes the texts to the descriptors of the process.
    @MainActor
    func write() { Self.write(texts) }

    /// Writes texts to the descriptors of the process.
    @MainActor
    static func write(_ texts: [Text]) {
        for text in texts {
            switch text {
            case .line(let line): StandardOutput.shared.line(line)
            case .event(let line):
                StandardOutput.shared.line(line)
                StandardOutput.shared.flush()
            case .message(let line): StandardError.line(line)
            case .redrawn(let line): StandardError.write("\r\u{1B}[K" + line)
            case .controls(let text): StandardError.write(text)
            }
        }
    }
}
