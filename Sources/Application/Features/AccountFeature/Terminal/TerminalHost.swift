import CommandLineProgram
import Foundation
import SceneFlow
import Scheduling
import Signals

/// A terminal, where a person answers the questions of a flow by lines.
///
/// Questions are written to standard error, so that standard output has results only.
@MainActor
final class TerminalHost: @MainActor SceneHost {  // not @Schedulable: confined to the main actor
    private let readLine: @Sendable () -> String?
    private let write: (String) -> Void
    private let hideInput: () -> () -> Void

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - readLine: waits for a line; `nil` for the end of the input. It runs on a thread of its
    ///     own.
    ///   - write: writes a text without a line feed at its end.
    ///   - hideInput: hides what is typed until the function that it returns is called.
    init(
        readLine: @escaping @Sendable () -> String? = StandardInput.line,
        write: @escaping (String) -> Void = StandardError.write,
        hideInput: @escaping () -> () -> Void = TerminalEcho.hide
    ) {
        self.readLine = readLine
        self.write = write
        self.hideInput = hideInput
    }

    func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
        guard let prompt = prompt as? any TerminalPrompt<Question.Answer> else {
            return .fail(
                FlowError(.missingInput, "a terminal cannot ask for '\(Question.name)'"))
        }
        guard prompt.isSecret else { return answer(to: prompt) }
        return .deferred { [self] in answer(to: prompt).on(disposed: hideInput()) }
    }

    func show(_ notice: any Notice) {
        if let notice = notice as? any TerminalNotice { write(notice.text + "\n") }
    }

    private func answer<Answer>(
        to prompt: any TerminalPrompt<Answer>
    ) -> Signal<Answer, FlowError> {
        .deferred { [self] in
            write(prompt.question)
            return line().flatMap(.concat) { [self] line in
                guard let line else {
                    write("\n")
                    return .empty
                }
                return prompt.answer(in: line).map { .just($0) } ?? answer(to: prompt)
            }
        }
    }

    /// Returns a signal of the next line.
    private func line() -> Signal<String?, FlowError> {
        let readLine = readLine
        return Signal<String?, Never>.task(in: .main) {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: readLine()) }
            }
        }.promoteFailure()
    }
}
