import Synchronization

/// A scheduler that receives the calls of its running item, such as that of a simulation.
package protocol CallObservingScheduler: Scheduler {
    /// Receives a bound call, which has no method, or a checked method.
    func called(_ service: Any.Type, _ method: StaticString?)
}

/// The calls of work on schedulers that have no instrumentation, where a caller records them.
package enum CallObservation {
    private static let users = Atomic(0)

    /// Passes the calls on, until `end()` has been called once for each `begin()`.
    package static func begin() { users.add(1, ordering: .relaxed) }

    /// Reverts one `begin()`.
    package static func end() { users.subtract(1, ordering: .relaxed) }

    /// Whether the scheduler receives the calls of the work that begins now.
    static func isOn(_ scheduler: any Scheduler) -> Bool {
        users.load(ordering: .relaxed) > 0 && scheduler is any CallObservingScheduler
    }

    /// Passes a call to its scheduler, if the scheduler observes calls.
    static func note(
        _ service: Any.Type, _ method: StaticString?, on scheduler: any Scheduler
    ) {
        guard users.load(ordering: .relaxed) > 0 else { return }
        (scheduler as? any CallObservingScheduler)?.called(service, method)
    }
}
