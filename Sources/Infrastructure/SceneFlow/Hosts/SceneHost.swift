public import Signals

/// The place where scenes meet a person: a terminal, a web page, or a script.
///
/// A host owns the words and the way of input; scenes own what is asked and when. So the same
/// scenes run on each host. A host is confined to the scheduler of its flows.
public protocol SceneHost: AnyObject {
    /// Asks a question.
    ///
    /// - Returns: a cold signal with the answer. It fails with `FlowError.Code.missingInput` if the
    ///   host cannot ask, and completes without an answer if the person gives none. Its disposal
    ///   withdraws the question.
    func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError>

    /// Shows a fact.
    func show(_ notice: any Notice)
}
