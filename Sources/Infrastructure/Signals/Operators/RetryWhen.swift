extension Signal {
    /// On failure, subscribes again when the signal that `answer` returns sends a value.
    ///
    /// ```
    /// self                            --1--x
    /// retry(when: { $0.delay(3) })    --1-------1-------1-…
    /// ```
    ///
    /// ```swift
    /// let page = fetch.retry(when: { failures in
    ///     failures.flatMap(.concat) { $0.isTransient ? online.takeFirst() : .fail($0) }
    /// })
    /// ```
    ///
    /// `answer` runs once for each subscription, before the first attempt. Only the first value
    /// that the answer sends after each failure counts. A failure of the answer is passed on at
    /// once. When the answer has completed, or its source has disappeared, no further attempt is
    /// made: the waiting failure, or the next one, is passed on. The stack does not grow, however
    /// many attempts fail at once.
    ///
    /// - Parameter answer: gets the failures as the values of a signal that does not end.
    public func retry<Answer>(
        when answer: @escaping (_ failures: Signal<Failure, Failure>) -> Signal<Answer, Failure>
    ) -> Signal {
        Signal(above: operatorPath) { sink in
            let failures = Subject<Failure, Failure>()
            // Only the answer keeps `attempts`: a failure does not wait for an answer that can no
            // longer come.
            weak var attempts: RetryAttempts?
            func receiver() -> Sink<Answer, Failure> {
                let upstreamSet = UpstreamSet(endingWith: sink.lifetime)
                let (lifetime, slot) = upstreamSet.open()
                let kept = RetryAttempts()
                attempts = kept
                upstreamSet.onVanish = { [weak kept] _ in
                    kept?.stop()
                    return true
                }
                sink.lifetime.add { [weak kept] in kept?.waiting = nil }
                return sink.branch(lifetime) { _ in
                    kept.resume()
                } ended: { (completion: Completion<Failure>) in
                    upstreamSet.close(slot)
                    if completion.isSuccess { kept.stop() } else { sink.end(completion) }
                }
            }
            answer(failures.signal).begin(receiver())
            guard sink.isLive else { return }
            Resubscriber(below: sink) { again, round in
                begin(
                    sink.branch(round) {
                        sink.send($0)
                    } ended: { (completion: Completion<Failure>) in
                        guard case .failed(let error) = completion, sink.isLive, let attempts,
                            !attempts.isOver
                        else {
                            return sink.end(completion)
                        }
                        attempts.waiting = (again.next, { sink.end(completion) })
                        failures.observerList.send(error)
                    })
            }.next()
        }
    }
}

/// The state of the failure that waits for an answer.
private final class RetryAttempts {
    /// The two continuations after the failure; `nil` while an attempt runs.
    var waiting: (again: () -> Void, fail: () -> Void)?
    /// Whether no further attempt will be made.
    private(set) var isOver = false

    /// Starts the waiting attempt, as the last act of the caller.
    func resume() {
        guard let (again, _) = waiting.take() else { return }
        again()
    }

    /// Passes the waiting failure on, as the last act of the caller.
    func stop() {
        isOver = true
        guard let (_, fail) = waiting.take() else { return }
        fail()
    }
}
