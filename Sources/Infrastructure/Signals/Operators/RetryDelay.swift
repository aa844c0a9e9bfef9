import Scheduling

/// The wait before each retry.
public struct RetryDelay: Sendable {
    /// Returns the wait before the retry with this number, counted from one.
    public let delay: @Sendable (_ attempt: Int) -> Duration

    /// Creates a delay from a function of the number of the retry, counted from one.
    public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
        self.delay = delay
    }

    /// Returns a delay with the same wait for each retry.
    public static func constant(_ delay: Duration) -> RetryDelay {
        RetryDelay { _ in delay }
    }

    /// Returns a delay that grows by `factor` with each retry, up to `limit`.
    ///
    /// A random share of it, up to `jitter` (0...1), is subtracted, so that many clients do not
    /// retry at the same moment.
    public static func backoff(
        first: Duration, factor: Double = 2, limit: Duration, jitter: Double = 0.5
    ) -> RetryDelay {
        precondition(0...1 ~= jitter, "the jitter must be from 0 to 1")
        return RetryDelay { attempt in
            let ceiling = limit / .seconds(1)
            var seconds = first / .seconds(1)
            for _ in 1..<max(1, attempt) where seconds < ceiling { seconds *= factor }
            let share = Schedulers.random(in: 0...jitter)
            return .seconds(min(seconds, ceiling) * (1 - share))
        }
    }
}
