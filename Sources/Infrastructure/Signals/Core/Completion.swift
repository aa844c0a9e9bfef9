/// The terminal event of a signal: success or failure.
@frozen
public enum Completion<Failure: Error>: Sendable {
    /// All values have been sent.
    case completed
    /// The signal failed with this error.
    case failed(Failure)

    /// Whether all values have been sent.
    @inlinable
    public var isSuccess: Bool { if case .completed = self { true } else { false } }

    /// Returns the same terminal event with another type of failure.
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
