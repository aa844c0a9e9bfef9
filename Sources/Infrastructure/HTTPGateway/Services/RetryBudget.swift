import Scheduling

/// The remaining attempts, timeouts and time of a host's request.
struct RetryBudget {
    private let policy: HTTPRetryPolicy
    /// The time limit of the request, including all attempts and waits.
    let deadline: Duration?
    private let began: SchedulerInstant

    private var failures = 0
    private var timeouts = 0
    private var refusals = 0
    private var refusedSince: SchedulerInstant?
    /// The error of the last attempt.
    private(set) var lastError: HTTPError?

    init(_ policy: HTTPRetryPolicy, from now: SchedulerInstant, within deadline: Duration? = nil) {
        self.policy = policy
        self.deadline = deadline
        began = now
    }

    /// Returns the wait before another attempt; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - hasResponded: whether the server has ever responded.
    ///   - jitter: a random number from 0.5 to 1, the used share of the longest wait.
    mutating func wait(
        after error: HTTPError, at now: SchedulerInstant, hasResponded: Bool, jitter: Double
    ) -> Duration? {
        lastError = error
        guard error.isRetryable, policy.attempts > 1,
            let wait = wait(after: error.code, asked: error.retryAfter, now, hasResponded, jitter)
        else { return nil }
        if let deadline, began.duration(to: now) + wait >= deadline { return nil }
        return wait
    }

    private mutating func wait(
        after code: HTTPError.Code, asked: Duration?, _ now: SchedulerInstant,
        _ hasResponded: Bool, _ jitter: Double
    ) -> Duration? {
        if code == .rateLimited {
            refusals += 1
            let since = refusedSince ?? now
            refusedSince = since
            // A server that asks for a shorter wait than `firstDelay` gets a wait that grows.
            let isAsked = asked.map { $0 >= policy.firstDelay } ?? false
            let wait = isAsked ? asked ?? .zero : policy.delay(after: refusals) * jitter
            return since.duration(to: now) + wait <= policy.rateLimitBudget ? wait : nil
        }
        failures += 1
        if code.isTimeout {
            guard hasResponded else { return nil }
            timeouts += code == .connectTimedOut ? 0 : 1
            guard timeouts < policy.timeouts else { return nil }
        }
        guard failures < policy.attempts else { return nil }
        let wait = policy.delay(after: failures) * jitter
        return code == .serverBusy ? max(asked ?? .zero, wait) : wait
    }
}

extension HTTPRetryPolicy {
    /// Returns the longest wait after attempt number `attempt` has failed.
    fileprivate func delay(after attempt: Int) -> Duration {
        var longest = firstDelay
        for _ in 1..<max(1, min(attempt, 32)) { longest = min(longest * 2, longestDelay) }
        return longest
    }
}

extension HTTPError {
    /// Whether the server refused the request because it is overloaded (429, 503).
    var isOverloadResponse: Bool { code == .rateLimited || code == .serverBusy }
}

extension HTTPError.Code {
    /// Whether the error is a timeout.
    fileprivate var isTimeout: Bool {
        self == .stalled || self == .deadlineExceeded || self == .connectTimedOut
    }
}
