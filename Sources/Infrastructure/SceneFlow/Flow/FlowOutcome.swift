/// The end of a flow; each flow has one.
public enum FlowOutcome<Output> {
    /// The flow has its result.
    case finished(Output)
    /// The flow was cancelled: by a scene, an extension, its owner, or the caller's task.
    case cancelled
    /// The flow could not begin, or ended with an error.
    case failed(any Error)

    /// The result.
    ///
    /// - Throws: the error of a failed flow; `CancellationError` for a cancelled one.
    public func get() throws -> Output {
        switch self {
        case .finished(let output): output
        case .cancelled: throw CancellationError()
        case .failed(let error): throw error
        }
    }

    /// The outcome without the result, for extensions.
    var end: FlowEnd {
        switch self {
        case .finished: .finished
        case .cancelled: .cancelled
        case .failed(let error): .failed(error)
        }
    }
}

extension FlowOutcome: Sendable where Output: Sendable {}

/// The way in which a flow ends, for extensions, which do not know its result.
public enum FlowEnd: Sendable {
    /// The flow has its result.
    case finished
    /// The flow was cancelled.
    case cancelled
    /// The flow could not begin, or ended with an error.
    case failed(any Error)
}
