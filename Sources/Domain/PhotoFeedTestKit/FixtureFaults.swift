import Scheduling

/// The faults that a rule injects into the answers of a fixture's server.
///
/// A fixture asks for the next fault before it answers a request. Thread-safe.
package final class FixtureFaults: Sendable {
    /// A fault of an answer.
    package enum Fault: Hashable, Sendable {
        /// The server asks for a wait of this many seconds, by 429 or 503 with `Retry-After`.
        case busy(seconds: Int)
        /// The connection breaks in the middle of the answer.
        case cut
        /// The server fails, by 500.
        case failing
    }

    private struct State {
        var pending: [Fault?] = []
        var requests = 0
    }

    private let state = Guarded(State())

    /// Creates a plan without faults.
    package init() {}

    /// The number of requests so far.
    package var requests: Int { state.withLock { $0.requests } }

    /// Injects `fault` into the next `count` answers, after `skip` answers without one.
    package func add(_ fault: Fault, count: Int = 1, skip: Int = 0) {
        state.withLock {
            $0.pending += Array(repeating: nil, count: skip) + Array(repeating: fault, count: count)
        }
    }

    /// Returns the fault of the answer to a request that has just arrived; `nil` for none.
    package func next() -> Fault? {
        state.withLock { state in
            state.requests += 1
            return state.pending.isEmpty ? nil : state.pending.removeFirst()
        }
    }
}
