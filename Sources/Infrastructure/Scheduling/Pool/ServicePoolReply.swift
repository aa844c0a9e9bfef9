/// The return of a job's result to the task that waits for it.
///
/// It is not an `AsyncCall`, which names its service when it begins: the pool chooses the service
/// while the task waits, and may pass the job to another one.
final class ServicePoolReply<Value: Sendable>: @unchecked Sendable {  // the claim orders accesses
    private let claim = CallClaim()
    /// Written before the job is submitted, and read by the side that has the claim.
    private var continuation: CheckedContinuation<Value, any Error>?

    /// Keeps the task; called once, before the job is submitted.
    func keep(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = continuation
    }

    /// Makes the call, unless it was refused, and resumes the task with its result.
    func answer(by call: () throws -> Value) {
        if claim.take() { resume(Result(catching: call)) }
    }

    /// Resumes the task with an error in place of a call that has not begun.
    func refuse(_ error: any Error) {
        if claim.take() { resume(.failure(error)) }
    }

    private func resume(_ answer: Result<Value, any Error>) {
        continuation.take()?.resume(with: answer)
    }
}
