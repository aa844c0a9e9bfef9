import Scheduling

/// An event that tasks wait for, such as a change of the library.
package final class StubChangeNotifier: Sendable {
    private let state = Guarded(State())

    /// Creates an event that has not happened yet.
    package init() {}

    private enum Waiter: Sendable {
        case starting
        case waiting(CheckedContinuation<Void, Never>)
    }

    private struct State: Sendable {
        var notificationCount = 0
        var nextWaiter = 0
        /// The tasks in `wait`; a woken task is removed, even if it has not suspended yet.
        var waiters: [Int: Waiter] = [:]
    }

    /// The number of calls of `notify`; to be read before the library, and passed to `wait`.
    package var notificationCount: Int { state.withLock { $0.notificationCount } }

    /// Wakes all tasks that wait.
    package func notify() {
        let waiters = state.withLock { state in
            state.notificationCount += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        waiters.values.forEach(resume)
    }

    /// Waits until there were more than `notificationCount` calls of `notify`.
    ///
    /// Returns earlier after `timeout`, or when the task is cancelled.
    package func wait(after notificationCount: Int, timeout: Duration) async {
        let number: Int? = state.withLock { state in
            guard state.notificationCount == notificationCount else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = .starting
            return state.nextWaiter
        }
        guard let number else { return }
        let alarm = Task {
            try? await Task.sleep(for: timeout)
            wake(number)
        }
        defer { alarm.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAwake = state.withLock { state in
                    guard state.waiters[number] != nil else { return true }
                    state.waiters[number] = .waiting(continuation)
                    return false
                }
                if isAwake {
                    continuation.resume()
                }
            }
        } onCancel: {
            wake(number)
        }
    }

    private func wake(_ number: Int) {
        if let waiter = state.withLock({ $0.waiters.removeValue(forKey: number) }) {
            resume(waiter)
        }
    }

    private func resume(_ waiter: Waiter) {
        if case .waiting(let continuation) = waiter {
            continuation.resume()
        }
    }
}
