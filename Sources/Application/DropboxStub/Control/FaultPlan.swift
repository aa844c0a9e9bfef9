import Scheduling

/// The requested faults that are still to be injected.
final class FaultPlan: Sendable {
    private let orders = Guarded<[StubFault]>([])

    func order(_ fault: StubFault) {
        orders.withLock { $0.append(fault) }
    }

    func clear() {
        orders.withLock { $0 = [] }
    }

    /// The fault for a request of `route` that has just arrived.
    ///
    /// Faults for the same route apply in the order in which they were requested.
    func next(for route: String) -> StubFault? {
        orders.withLock { orders in
            let match = orders.firstIndex {
                ($0.route == route || $0.route == "*") && $0.count > 0
            }
            guard let match else { return nil }
            guard orders[match].skip == 0 else {
                orders[match].skip -= 1
                return nil
            }
            let fault = orders[match]
            orders[match].count -= 1
            if orders[match].count == 0 {
                orders.remove(at: match)
            }
            return fault
        }
    }
}
