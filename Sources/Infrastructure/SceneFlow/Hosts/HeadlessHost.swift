public import Signals

/// A host without a user, which has all answers from the beginning, and fails if one is missing.
///
/// ```swift
/// let host = HeadlessHost().answering(AskName.self, with: "holiday")
/// ```
///
/// The failure names the missing input, so a program that runs without input can report it.
public final class HeadlessHost: SceneHost {  // not @Schedulable: confined like its flows
    private var answers: [ObjectIdentifier: [any Sendable]] = [:]
    private let showNotice: (any Notice) -> Void

    /// Creates a host without answers, which passes the notices to `showNotice`.
    public init(_ showNotice: @escaping (any Notice) -> Void = { _ in }) {
        self.showNotice = showNotice
    }

    /// Adds answers to the questions of a type, one for each time it is asked.
    @discardableResult
    public func answering<Question: Prompt>(
        _ prompt: Question.Type, with answers: Question.Answer...
    ) -> HeadlessHost {
        self.answers[ObjectIdentifier(prompt), default: []] += answers as [any Sendable]
        return self
    }

    /// Sends the next answer, or fails.
    public func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
        Signal { [self] observer in
            let key = ObjectIdentifier(Question.self)
            guard let answer = answers[key]?.first as? Question.Answer else {
                let message = "the input '\(Question.name)' is missing, and cannot be asked for"
                return observer.fail(FlowError(.missingInput, message))
            }
            answers[key]?.removeFirst()
            observer.send(answer)
            observer.complete()
        }
    }

    /// Passes the notice on.
    public func show(_ notice: any Notice) { showNotice(notice) }
}
