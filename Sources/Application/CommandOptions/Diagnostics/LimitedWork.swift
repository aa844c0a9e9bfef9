import Scheduling

/// Work that is abandoned at a limit of time, even if it does not react to its cancellation.
package enum LimitedWork {
    /// Waits until a limit has passed; throws when its task is cancelled.
    package typealias Sleep = @Sendable (Duration) async throws -> Void

    /// Waits for the clock of the system.
    package static let sleep: Sleep = { try await Task.sleep(for: $0, clock: .continuous) }

    /// Runs `work`, and returns its result; `nil` if it has none when the limit has passed.
    ///
    /// The work is then cancelled, and its result is dropped. So it is when the caller is
    /// cancelled.
    package static func run<Value: Sendable>(
        within limit: Duration, sleep: @escaping Sleep = Self.sleep,
        _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error>? {
        let race = Race<Result<Value, any Error>?>()
        let running = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            race.end(result)
        }
        let timer = Task {
            try? await sleep(limit)
            race.end(nil)
        }
        let result = await withTaskCancellationHandler {
            await race.result()
        } onCancel: {
            race.end(nil)
        }
        running.cancel()
        timer.cancel()
        return result
    }
}

/// The first of several results.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case running
        case waiting(CheckedContinuation<Value, Never>)
        case ended(Value)
        case delivered
    }

    private let state = Guarded(State.running)

    /// Ends the race, unless it has ended.
    func end(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .running:
                state = .ended(value)
                return nil
            case .waiting(let continuation):
                state = .delivered
                return continuation
            case .ended, .delivered: return nil
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the end; it is called once.
    func result() async -> Value {
        await withCheckedContinuation { continuation in
            let value: Value? = state.withLock { state in
                guard case .ended(let value) = state else {
                    state = .waiting(continuation)
                    return nil
                }
                state = .delivered
                return value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
