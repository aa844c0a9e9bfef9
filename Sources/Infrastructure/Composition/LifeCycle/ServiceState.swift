/// The state of a service in one scope.
public enum ServiceState: String, Codable, CaseIterable, Sendable {
    /// Not made yet.
    case idle
    /// Made.
    case ready
    /// Its factory failed.
    case failed
    /// Its `stop` is running, or it is being released.
    case stopping
    /// Released.
    case stopped
}

/// The change of a service's state in one scope.
public struct ServiceTransition: Sendable, CustomStringConvertible {
    /// The name of the service's key.
    public let service: String
    /// The level of the scope.
    public let level: ScopeLevel
    /// The name of the scope.
    public let scope: String
    /// The state before.
    public let former: ServiceState
    /// The state from now on.
    public let state: ServiceState
    /// The reason of a failure; `nil` otherwise.
    public let error: (any Error)?

    /// The change in one line: `NodeFetcher of account 'ada': idle → ready`.
    public var description: String {
        let reason = error.map { ": \($0)" } ?? ""
        return "\(service) of \(level) '\(scope)': \(former.rawValue) → \(state.rawValue)\(reason)"
    }
}
