public import Scheduling

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

extension Signal {
    /// On failure, subscribes again, up to `count` times; then the failure passes.
    ///
    /// ```
    /// self      --1--x
    /// retry(1)  --1----1--x
    /// ```
    ///
    /// Attempts that fail at once take no stack, however many there are. A delay waits on the clock
    /// of the scheduler on which the signal was subscribed to.
    ///
    /// - Parameters:
    ///   - shouldRetry: whether an error is worth another attempt.
    public func retry(
        _ count: Int = .max, delay: RetryDelay = .none, on scheduler: (any Scheduler)? = nil,
        if shouldRetry: @escaping (Failure) -> Bool = { _ in true }
    ) -> Signal {
        retry(on: scheduler) { attempt, error in
            attempt <= count && shouldRetry(error) ? delay.delay(attempt) : nil
        }
    }

    /// On failure, subscribes again after the delay that `policy` gives; when it gives `nil`, the
    /// failure passes.
    ///
    /// - Parameter policy: gets the number of the attempt that would come, from one, and the error.
    public func retry(
        on scheduler: (any Scheduler)? = nil,
        _ policy: @escaping (_ attempt: Int, _ error: Failure) -> Duration?
    ) -> Signal {
        Signal(above: lineage) { sink in
            let attempts = Cell(0)
            let wait = Cell<ScheduledWork?>(nil)
            sink.lifetime.add { wait.content?.cancel() }
            Resubscriber(endingWith: sink.lifetime) { again, round in
                attach(
                    sink.branch(round) {
                        sink.forward($0)
                    } ended: { (completion: Completion<Failure>) in
                        guard case .failed(let error) = completion, sink.isLive else {
                            return sink.end(completion)
                        }
                        attempts.content += 1
                        guard let delay = policy(attempts.content, error) else {
                            return sink.end(completion)
                        }
                        guard delay > .zero else { return again.next() }
                        wait.content = HomeClock(scheduler, for: "retry").after(delay) {
                            if sink.isLive { again.next() }
                        }
                    })
            }.next()
        }
    }

    /// Subscribes again at each completion, `count` times in all, or for ever.
    ///
    /// ```
    /// self       --1|
    /// repeat(3)  --1--1--1|
    /// ```
    ///
    /// Rounds that complete at once take no stack, however many there are.
    public func `repeat`(_ count: Int = .max) -> Signal {
        guard count > 0 else { return .empty }
        return Signal(above: lineage) { sink in
            let missing = Cell(count)
            Resubscriber(endingWith: sink.lifetime) { again, round in
                attach(
                    sink.branch(round) {
                        sink.forward($0)
                    } ended: { (completion: Completion<Failure>) in
                        missing.content -= 1
                        guard completion.isSuccess, missing.content > 0 else {
                            return sink.end(completion)
                        }
                        if sink.isLive { again.next() }
                    })
            }.next()
        }
    }
}
