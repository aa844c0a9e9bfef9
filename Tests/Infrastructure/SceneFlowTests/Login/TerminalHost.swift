import SceneFlow
import Signals

/// A host like a terminal: it prints a line for each question, and reads lines that a test types.
final class TerminalHost: SceneHost {
    private(set) var output: [String] = []
    private let lines = Subject<String?, Never>()

    /// Whether a question waits for a line.
    var isAsking: Bool { lines.observerCount > 0 }

    /// Types a line; `nil` for the end of the input.
    func type(_ line: String?) { lines.send(line) }

    func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
        Signal<String?, Never> { [self] observer in
            output.append(Self.words(for: prompt))
            observer.onDispose(
                lines.signal.observe { line in
                    if let line { observer.send(line) } else { observer.complete() }
                })
        }
        .compactMap { Self.answer(to: prompt, $0 ?? "") as? Question.Answer }
        .promoteFailure(to: FlowError.self)
    }

    func show(_ notice: any Notice) {
        if let notice = notice as? ShowAddress { output.append("Open \(notice.address)") }
    }

    private static func words(for prompt: any Prompt) -> String {
        switch prompt {
        case is AskName: "Name?"
        case let prompt as AskCode: "Code? (attempt \(prompt.attempt))"
        case let prompt as AskConfirmation: "Are you \(prompt.owner)? [y/n]"
        default: "Input?"
        }
    }

    /// The answer in a line; `nil` if the line has none.
    private static func answer(to prompt: any Prompt, _ line: String) -> Any? {
        guard prompt is AskConfirmation else { return line }
        return ["y": true, "n": false][line]
    }
}
