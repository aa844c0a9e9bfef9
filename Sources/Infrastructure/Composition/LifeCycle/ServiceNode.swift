/// The number of a scope in its program.
struct ScopeID: Hashable, Sendable {
    let number: Int
}

/// One service in one scope.
struct ServiceNodeID: Hashable, Sendable {
    let scope: ScopeID
    /// The number of the binding in the graph.
    let binding: Int
}

/// The life cycle of one service in one scope.
struct ServiceNode: Sendable {
    /// Called when a service is ready or has failed, or when a scope has started or not.
    typealias Waiter = @Sendable (Result<Void, any Error>) -> Void

    enum Phase: Sendable {
        /// Not made, or made by its first use without a life cycle.
        case idle
        /// Required, while `missing` of its needs are not ready.
        case waiting(missing: Int)
        case making
        case starting
        case ready
        case failed
        case stopping
        case releasing
        case stopped
    }

    var phase = Phase.idle
    /// The reason of the failure; it stays after the stop, to be released outside of the lock.
    var error: (any Error)?
    var isMade = false
    var hasLifeCycle = false
    /// Whether the start of the scope waits for it.
    var isAwaited = false
    /// The services that wait for this one.
    var dependants: [ServiceNodeID] = []
    /// Called when it is ready, or has failed.
    var waiters: [Waiter] = []

    /// The state for observers.
    var state: ServiceState {
        switch phase {
        case .idle: isMade ? .ready : .idle
        case .waiting, .making: isMade && !hasLifeCycle ? .ready : .waiting
        case .starting: .starting
        case .ready: .ready
        case .failed: .failed
        case .stopping, .releasing: .stopping
        case .stopped: .stopped
        }
    }

    var isStopped: Bool { if case .stopped = phase { true } else { false } }

    /// The error of a service that has failed and not been stopped; otherwise `nil`.
    var failure: (any Error)? { if case .failed = phase { error } else { nil } }
}
