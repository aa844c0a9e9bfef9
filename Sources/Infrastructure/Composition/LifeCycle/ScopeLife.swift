import Scheduling

/// The progress of one scope, which a lock guards: its services, the scopes inside it, and its end.
struct ScopeLife {
    enum Phase {
        /// Services may be made.
        case open
        case stopping
        case stopped
    }

    /// A service that has been made, or could not be made.
    struct Service {
        var state: ServiceState
        let hasLifeCycle: Bool
    }

    struct Child {
        weak var scope: Scope?
    }

    typealias Waiter = @Sendable (StopReport) -> Void

    var phase = Phase.open
    /// The services by the numbers of their bindings; the others are idle.
    var services: [Int: Service] = [:]
    /// The scopes that were opened inside this one.
    var children: [Child] = []
    /// Keeps the scope from its start until its stop.
    var kept: Scope?
    /// Called when the scope has stopped.
    var waiters: [Waiter] = []
    /// The deadlines of the stop; `nil` for those of the scope around it, or of the program.
    var limits: LifeCycleLimits?
    /// The step of the stop that is waited for.
    var wait: StopWait?
    /// The deadline of the whole stop.
    var end: DeadlineTimer?
    /// Whether the deadline of the whole stop has passed.
    var isOverdue = false
    /// The names of the services that did not stop in time.
    var overdue: [String] = []
}
