import Scheduling

/// The requested faults that are still to be injected.
package final class FaultPlan: Sendable {
    private let pending = Guarded<[InjectedFault]>([])

    /// Creates a plan without faults.
    package init() {}

    /// Requests a fault.
    package func add(_ fault: InjectedFault) {
        pending.withLock { $0.append(fault) }
    }

    /// Cancels all faults.
    package func clear() {
        pending.withLock { $0 = [] }
    }

    /// The fault for a request of `route` that has just arrived.
    ///
    /// Faults for the same route apply in the order in which they were requested.
    package func next(for route: String) -> InjectedFault? {
        pending.withLock { pending in
            let match = pending.firstIndex {
                ($0.route == route || $0.route == "*") && $0.count > 0
            }
            guard let match else { return nil }
            guard pending[match].skip == 0 else {
                pending[match].skip -= 1
                return nil
            }
            let fault = pending[match]
            pending[match].count -= 1
            if pending[match].count == 0 {
                pending.remove(at: match)
            }
            return fault
        }
    }
}
