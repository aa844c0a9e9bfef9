/// How long to wait before each new attempt.
public struct RetryDelay: Sendable {
    /// The wait before the new attempt with this number, counted from one.
    public let delay: @Sendable (_ attempt: Int) -> Duration

    /// The wait before the `attempt`-th new attempt, counted from one.
    public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
        self.delay = delay
    }

    /// No wait.
    public static let none = RetryDelay { _ in .zero }

    /// The same wait each time.
    public static func constant(_ delay: Duration) -> RetryDelay {
        RetryDelay { _ in delay }
    }

    /// A wait that grows by `factor` up to `limit`, of which a random share up to `jitter` (0...1)
    /// is taken away, so that many clients do not come back at the same moment.
    public static func backoff(
        first: Duration, factor: Double = 2, limit: Duration, jitter: Double = 0.5
    ) -> RetryDelay {
        precondition(0...1 ~= jitter, "jitter is a share, from 0 to 1")
        return RetryDelay { attempt in
            let ceiling = limit / .seconds(1)
            var seconds = first / .seconds(1)
            for _ in 1..<max(1, attempt) where seconds < ceiling { seconds *= factor }
            let share = jitter > 0 ? Double.random(in: 0...jitter) : 0
            return .seconds(min(seconds, ceiling) * (1 - share))
        }
    }
}
