import Scheduling

/// A wait for a step of a stop, which ends with the step or at a deadline.
final class StopWait: Sendable {
    private struct State {
        /// Whether the step has ended in time; `nil` while the wait lasts.
        var isInTime: Bool?
        var continuation: CheckedContinuation<Bool, Never>?
        var timer: DeadlineTimer?
    }

    private let state = Guarded(State())

    /// Ends the wait, unless it has ended.
    func end(inTime isInTime: Bool) {
        let ended = state.withLock { state -> State? in
            guard state.isInTime == nil else { return nil }
            defer { state = State(isInTime: isInTime) }
            return state
        }
        ended?.timer?.cancel()
        ended?.continuation?.resume(returning: isInTime)
    }

    /// Sets the deadline, by the clock of a scheduler, in place of an earlier one.
    func limit(to limit: Duration, of scheduler: any Scheduler) {
        let timer = DeadlineTimer(after: limit, of: scheduler) { [weak self] in
            self?.end(inTime: false)
        }
        let former = state.withLock { state -> DeadlineTimer? in
            guard state.isInTime == nil else { return timer }
            defer { state.timer = timer }
            return state.timer
        }
        former?.cancel()
    }

    /// Waits; returns whether the step has ended in time.
    func ended() async -> Bool {
        await withCheckedContinuation { continuation in
            let isInTime = state.withLock { state in
                if state.isInTime == nil { state.continuation = continuation }
                return state.isInTime
            }
            if let isInTime { continuation.resume(returning: isInTime) }
        }
    }
}
