import Signals

/// Ends work when its time is over, in the same way as an interruption ends it.
enum TimeLimit {
    /// Runs `work`, and cancels it with the first value of `end`.
    ///
    /// The cancellation of the task reaches `work`, too.
    ///
    /// - Parameter end: sends a value when the time is over; `nil` for no limit.
    /// - Returns: the result of `work`; `nil` if the limit has ended it before its result.
    /// - Throws: the error of `work` that the limit has not caused.
    @MainActor
    static func run<Result: Sendable>(
        until end: Signal<Void, Never>?,
        _ work: @escaping @MainActor () async throws -> Result
    ) async throws -> Result? {
        guard let end else { return try await work() }
        let task = Task { try await work() }
        var isOver = false
        let limit = end.observe { _ in
            isOver = true
            task.cancel()
        }
        defer { limit.dispose() }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            // An interruption by the user takes precedence.
            guard isOver, !Task.isCancelled else { throw error }
            return nil
        }
    }
}
