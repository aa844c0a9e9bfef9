import Scheduling

/// Counts the requests of a run by class, in memory, for a few events at its end.
///
/// A class is the effect of the request and its outcome, so a run causes at most 14 events.
///
/// Thread-safe.
package final class RequestTally: Sendable {
    /// The class of a request.
    struct Group: Hashable, Sendable {
        /// Whether the request changes something at the server.
        let changes: Bool
        let outcome: RequestOutcome
    }

    private let numbers = Guarded<[Group: Int64]>([:])

    package init() {}

    func count(_ group: Group) { numbers.withLock { $0[group, default: 0] += 1 } }

    /// Returns an action for each class of requests since the last call.
    package func take() -> [TrackedAction] {
        let numbers = numbers.withLock { numbers in
            defer { numbers = [:] }
            return numbers
        }
        return RequestOutcome.allCases.flatMap { outcome in
            [false, true].compactMap { changes in
                numbers[Group(changes: changes, outcome: outcome)].map { number in
                    TrackedAction(
                        changes ? .cloudModify : .cloud, "request", label: outcome.label,
                        times: number)
                }
            }
        }
    }
}
