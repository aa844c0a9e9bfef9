public import Scheduling

extension Signal {
    /// On failure, subscribes again, up to `count` times; then the failure is passed on.
    ///
    /// ```
    /// self      --1--x
    /// retry(1)  --1----1--x
    /// ```
    ///
    /// The stack does not grow, however many attempts fail at once.
    ///
    /// - Parameter shouldRetry: returns whether to retry after an error.
    public func retry(
        _ count: Int = .max, if shouldRetry: @escaping (Failure) -> Bool = { _ in true }
    ) -> Signal {
        retry(by: nil) { $0 <= count && shouldRetry($1) ? .zero : nil }
    }

    /// On failure, subscribes again after a delay, up to `count` times.
    ///
    /// Then the failure is passed on.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    ///   - shouldRetry: returns whether to retry after an error.
    public func retry(
        _ count: Int = .max, delay: RetryDelay, in home: SchedulerIsolation,
        if shouldRetry: @escaping (Failure) -> Bool = { _ in true }
    ) -> Signal {
        retry(by: home) { $0 <= count && shouldRetry($1) ? delay.delay($0) : nil }
    }

    /// On failure, subscribes again after the delay that `policy` returns.
    ///
    /// If `policy` returns `nil`, the failure is passed on.
    ///
    /// - Parameters:
    ///   - home: the caller's scheduler, on which the result is subscribed to.
    ///   - policy: gets the number of the next retry, from one, and the error.
    public func retry(
        in home: SchedulerIsolation,
        _ policy: @escaping (_ attempt: Int, _ error: Failure) -> Duration?
    ) -> Signal {
        retry(by: home, policy)
    }

    private func retry(
        by home: SchedulerIsolation?, _ policy: @escaping (Int, Failure) -> Duration?
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let attempts = Cell(0)
            let wait = Cell<ScheduledWork?>(nil)
            sink.lifetime.add { wait.content?.cancel() }
            Resubscriber(below: sink) { again, round in
                begin(
                    sink.branch(round) {
                        sink.send($0)
                    } ended: { (completion: Completion<Failure>) in
                        guard case .failed(let error) = completion, sink.isLive else {
                            return sink.end(completion)
                        }
                        attempts.content += 1
                        let delay = policy(attempts.content, error)
                        guard sink.isLive else { return }
                        guard let delay else { return sink.end(completion) }
                        guard let home, delay > .zero else { return again.next() }
                        wait.content = SchedulerClock(home, for: "retry").after(delay) {
                            if sink.isLive { again.next() }
                        }
                    })
            }.next()
        }
    }
}
