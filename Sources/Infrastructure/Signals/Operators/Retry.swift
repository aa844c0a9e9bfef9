public import Scheduling

extension Signal {
    /// On failure, subscribes again, up to `count` times; then the failure is passed on.
    ///
    /// ```
    /// self      --1--x
    /// retry(1)  --1----1--x
    /// ```
    ///
    /// The stack does not grow, however many attempts fail at once. A delay uses the clock of the
    /// scheduler on which the signal was subscribed to.
    ///
    /// - Parameter shouldRetry: returns whether to retry after an error.
    public func retry(
        _ count: Int = .max, delay: RetryDelay = .none, on scheduler: (any Scheduler)? = nil,
        if shouldRetry: @escaping (Failure) -> Bool = { _ in true }
    ) -> Signal {
        retry(on: scheduler) { attempt, error in
            attempt <= count && shouldRetry(error) ? delay.delay(attempt) : nil
        }
    }

    /// On failure, subscribes again after the delay that `policy` returns.
    ///
    /// If `policy` returns `nil`, the failure is passed on.
    ///
    /// - Parameter policy: gets the number of the next retry, from one, and the error.
    public func retry(
        on scheduler: (any Scheduler)? = nil,
        _ policy: @escaping (_ attempt: Int, _ error: Failure) -> Duration?
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let attempts = Cell(0)
            let wait = Cell<ScheduledWork?>(nil)
            sink.lifetime.add { wait.content?.cancel() }
            Resubscriber(below: sink) { again, round in
                begin(
                    sink.branch(round) {
                        sink.forward($0)
                    } ended: { (completion: Completion<Failure>) in
                        guard case .failed(let error) = completion, sink.isLive else {
                            return sink.finish(completion)
                        }
                        attempts.content += 1
                        let delay = policy(attempts.content, error)
                        guard sink.isLive else { return }
                        guard let delay else { return sink.finish(completion) }
                        guard delay > .zero else { return again.next() }
                        wait.content = SchedulerClock(scheduler, for: "retry").after(delay) {
                            if sink.isLive { again.next() }
                        }
                    })
            }.next()
        }
    }
}
