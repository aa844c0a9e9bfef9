import Scheduling

/// Wakes those who wait for something to happen, such as a change of the library.
final class ChangeBell: Sendable {
    private let state = Guarded(State())

    private enum Waiter: Sendable {
        case starting
        case waiting(CheckedContinuation<Void, Never>)
    }

    private struct State: Sendable {
        var rings = 0
        var nextWaiter = 0
        /// A waiter that was woken is no longer here, even if it had not begun to wait.
        var waiters: [Int: Waiter] = [:]
    }

    /// How often it has rung; read before looking at the library, and given to `wait`.
    var rings: Int { state.withLock { $0.rings } }

    func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        waiters.values.forEach(resume)
    }

    /// Returns when the bell has rung more than `rings` times, after `timeout`, or when the task
    /// is cancelled.
    func wait(after rings: Int, timeout: Duration) async {
        let number: Int? = state.withLock { state in
            guard state.rings == rings else { return nil }
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
