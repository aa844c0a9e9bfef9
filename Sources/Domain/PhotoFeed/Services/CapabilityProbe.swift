public import Signals

/// A probe whose findings are a matrix of abilities, which a library stores.
///
/// A service of the business logic, confined to the scheduler on which it was made.
public protocol CapabilityProbe: ServerProbe {
    /// Returns a signal of the abilities.
    ///
    /// Cold. Sends one value, on the probe's scheduler, and completes; disposal cancels the
    /// requests. A request that the server refuses is a finding. The signal fails if no request
    /// can succeed, such as with a wrong password.
    ///
    /// - Parameters:
    ///   - folder: the folder that a library follows; empty for the whole account.
    ///   - cursor: the cursor of the library, which contains what its runs have seen; `nil` without
    ///     a library.
    func probe(folder: String, cursor: FeedCursor?) -> Signal<ProbedCapabilities, FeedError>
}

extension CapabilityProbe {
    /// Returns a signal of the findings about the whole account.
    public func findings() -> Signal<ServerFinding, FeedError> {
        probe(folder: "", cursor: nil).flatMap(.concat) { result in
            Signal<ServerFinding, FeedError>.sequence(result.matrix.findings)
        }
    }
}

/// The result of a `CapabilityProbe`.
public struct ProbedCapabilities: Hashable, Sendable {
    /// The abilities.
    public let matrix: CapabilityMatrix
    /// The cursor that the probe was given, with the abilities; `nil` without one.
    public let cursor: FeedCursor?

    /// Creates the result of a probe.
    public init(matrix: CapabilityMatrix, cursor: FeedCursor?) {
        self.matrix = matrix
        self.cursor = cursor
    }
}

extension FeedWriter {
    /// Stores the abilities that a probe has found, so that the next run uses them.
    ///
    /// A library that does not follow the source, or has another cursor by now, stays unchanged.
    ///
    /// - Parameter former: the cursor that the probe was given.
    package func store(
        _ capabilities: ProbedCapabilities, after former: FeedCursor
    ) throws(FeedError) {
        guard let cursor = capabilities.cursor, cursor != former,
            case .following(_, former) = try state()
        else { return }
        _ = try apply(FeedPage(changes: [], cursor: cursor, hasMore: false))
    }
}
