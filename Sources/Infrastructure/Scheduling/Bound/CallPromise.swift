/// The promise of one call's answer; it is fulfilled once, by the call or by the refusal of it.
@usableFromInline
final class CallPromise<Value: Sendable>: @unchecked Sendable {  // the completion orders accesses
    @usableFromInline typealias Answer = Result<Value, any Error>

    // unsafe, @exclusivity(unchecked): it is written before the delivery, and read after it
    @usableFromInline let completion = CallCompletion()
    /// The answer; written by the side that delivers it, and read after the delivery.
    @usableFromInline @exclusivity(unchecked) var given: Answer?

    @inlinable
    init() {}

    /// The answer; available after the completion.
    @inlinable var answer: Answer {
        guard let given else { preconditionFailure("the answer is not available yet") }
        return given
    }

    /// Calls `receiver` with the answer, on the thread that delivers it.
    ///
    /// Where the answer has been delivered already, it calls `receiver` at once.
    func receive(_ receiver: @escaping @Sendable (Answer) -> Void) {
        completion.receive { receiver(self.answer) }
    }

    /// Makes the call, unless it has been answered, and answers with its result.
    @inlinable
    func answer(by call: () throws -> Value) {
        guard completion.claim() else { return }
        given = Answer(catching: call)
        completion.deliver()
    }

    /// Answers with an error in place of a call that has not begun; without effect after that.
    @usableFromInline
    func refuse(_ error: any Error) {
        guard completion.claim() else { return }
        given = .failure(error)
        completion.deliver()
    }
}
