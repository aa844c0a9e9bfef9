/// How a signal ended by itself.
public enum Completion<Failure: Error>: Sendable {
    /// All values have been sent.
    case completed
    /// Something went wrong.
    case failed(Failure)
}

extension Completion: Equatable where Failure: Equatable {}
