public import Signals

/// A host without a user, which answers no question.
///
/// The failure names the missing input, so a program that runs without input can report it.
public final class HeadlessHost: SceneHost {  // not @Schedulable: confined like its flows
    private let showNotice: (any Notice) -> Void

    /// Creates a host that passes the notices to `showNotice`.
    public init(_ showNotice: @escaping (any Notice) -> Void) { self.showNotice = showNotice }

    /// Fails with `FlowError.Code.missingInput`.
    public func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
        .fail(
            FlowError(
                .missingInput, "the input '\(Question.name)' is missing, and cannot be asked for"))
    }

    /// Passes the notice on.
    public func show(_ notice: any Notice) { showNotice(notice) }
}
