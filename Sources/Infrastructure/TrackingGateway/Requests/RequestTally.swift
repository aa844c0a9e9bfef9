import Scheduling
package import Tracking

/// Counts the requests of a run by class, in memory, for a few events at its end.
///
/// An event for each request would exceed the rate of a tracker. A class is the effect of the
/// request and its outcome, so a run causes at most 14 events.
///
/// Thread-safe.
package final class RequestTally: Sendable {
    /// The class of a request.
    struct Group: Hashable, Sendable {
        /// Whether the request changes something at the server.
        let changes: Bool
        let outcome: RequestOutcome
    }

    /// The numbers of the requests of each class.
    package struct Counts: Sendable {
        fileprivate let numbers: [Group: Int64]

        /// Whether no request has ended.
        package var isEmpty: Bool { numbers.isEmpty }

        /// Tracks one event for each class.
        package func track(by tracker: Tracker) {
            for outcome in RequestOutcome.allCases {
                for changes in [false, true] {
                    let group = Group(changes: changes, outcome: outcome)
                    guard let number = numbers[group] else { continue }
                    tracker.track(
                        changes ? .cloudModify : .cloud, .request, label: outcome.label,
                        times: number)
                }
            }
        }
    }

    private let numbers = Guarded<[Group: Int64]>([:])

    package init() {}

    func count(_ group: Group) { numbers.withLock { $0[group, default: 0] += 1 } }

    /// Returns the counts since the last call.
    package func take() -> Counts {
        numbers.withLock { numbers in
            defer { numbers = [:] }
            return Counts(numbers: numbers)
        }
    }
}
