public import Signals

/// The user interface of scenes: a terminal, a web page, or a script.
///
/// A host decides on the texts and the form of input. A scene decides which input it needs and
/// when. The same scenes therefore run on every host. A host is confined to the scheduler of its
/// flows.
public protocol SceneHost: AnyObject {
    /// Asks a question.
    ///
    /// - Returns: a cold signal with the answer. It fails with `FlowError.Code.missingInput` if the
    ///   host cannot ask, and completes without an answer if the user gives none. Its disposal
    ///   withdraws the question.
    func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError>

    /// Shows a fact.
    func show(_ notice: any Notice)
}
