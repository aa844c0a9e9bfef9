import Scheduling

/// Counts the requests of a run, and holds back those beyond a limit.
///
/// May be used on any thread.
package final class RequestMeter: Sendable {
    private struct State {
        var sent = 0
        var open = 0
        var isHolding = false
        var action: (@Sendable () -> Void)?
    }

    /// The counts by host and status; `nil` if they are not needed.
    package let counter: RequestCounter?
    private let limit: Int?
    private let state = Guarded(State())

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - limit: the largest number of requests; `nil` for no limit.
    ///   - counter: counts the requests by host and status, too.
    package init(limit: Int? = nil, counter: RequestCounter? = nil) {
        self.limit = limit
        self.counter = counter
    }

    /// The number of requests that were sent.
    package var sent: Int { state.withLock { $0.sent } }

    /// Calls `action` once, when a request is held back and all others have ended.
    ///
    /// The results of the requests that were sent are therefore complete. The call happens on the
    /// thread of the last request.
    package func onLimit(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.action = action }
    }

    /// Begins a request.
    ///
    /// - Returns: whether it may be sent; if it is held back, it never ends.
    package func begin() -> Bool {
        let (isSent, action) = state.withLock { state in
            guard let limit, state.sent >= limit else {
                state.sent += 1
                state.open += 1
                return (true, nil as (@Sendable () -> Void)?)
            }
            state.isHolding = true
            return (false, Self.take(&state))
        }
        action?()
        return isSent
    }

    /// Ends a request that was sent.
    package func end() {
        let action = state.withLock { state in
            state.open -= 1
            return Self.take(&state)
        }
        action?()
    }

    private static func take(_ state: inout State) -> (@Sendable () -> Void)? {
        guard state.isHolding, state.open == 0 else { return nil }
        defer { state.action = nil }
        return state.action
    }
}
