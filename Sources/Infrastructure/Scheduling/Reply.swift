/// The answer to one call, which is given once: by the call, or by whatever keeps the call from being made.
@usableFromInline
final class Reply<Value: Sendable>: @unchecked Sendable {  // its rendezvous orders the accesses
    @usableFromInline typealias Answer = Result<Value, any Error>

    // unsafe, @exclusivity(unchecked): it is written before the delivery, and read after it
    @usableFromInline let rendezvous = Rendezvous()
    /// Written by the one who answers, before it is delivered, and read after that.
    @usableFromInline @exclusivity(unchecked) var given: Answer?

    @inlinable
    init() {}

    /// What was answered; after the rendezvous.
    @inlinable var answer: Answer {
        guard let given else { preconditionFailure("nobody has answered yet") }
        return given
    }

    /// Has `receiver` told of the answer, on the thread where it is given.
    func receive(_ receiver: @escaping @Sendable (Answer) -> Void) {
        rendezvous.receive { receiver(self.answer) }
    }

    /// Makes the call, unless it has been answered, and answers with its result.
    @inlinable
    func answer(by call: () throws -> Value) {
        guard rendezvous.claim() else { return }
        given = Answer(catching: call)
        rendezvous.deliver()
    }

    /// Answers in place of a call that has not begun; without effect after that.
    @usableFromInline
    func refuse(_ error: any Error) {
        guard rendezvous.claim() else { return }
        given = .failure(error)
        rendezvous.deliver()
    }
}
