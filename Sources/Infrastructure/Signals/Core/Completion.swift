/// How a signal ended by itself.
@frozen
public enum Completion<Failure: Error>: Sendable {
    /// All values have been sent.
    case completed
    /// Something went wrong.
    case failed(Failure)

    /// Whether all values have been sent.
    @inlinable
    public var isSuccess: Bool { if case .completed = self { true } else { false } }

    /// The same end with another type of failure.
    @inlinable
    public func mapFailure<Other: Error>(
        _ transform: (Failure) -> Other
    ) -> Completion<Other> {
        switch self {
        case .completed: .completed
        case .failed(let error): .failed(transform(error))
        }
    }
}

extension Completion: Equatable where Failure: Equatable {}
