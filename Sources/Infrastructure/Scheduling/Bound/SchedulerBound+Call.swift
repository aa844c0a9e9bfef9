extension SchedulerBound {
    /// Calls the service on its scheduler, after the work that is queued there, without a result.
    ///
    /// - Returns: whether the scheduler accepted the call. A call that does not reach the service
    ///   is counted and logged.
    @discardableResult
    public func schedule(
        _ work: consuming sending @escaping (Service) -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> PostResult {
        let postResult = scheduler.post(slot.calling(work, file, line))
        if let error = refusal(postResult) { UndeliveredCalls.add(error, file, line) }
        return postResult
    }

    /// Calls the service on its scheduler, after the queued work, and reports the outcome.
    ///
    /// - Parameters:
    ///   - deadline: how long the call may wait for its turn; it holds even when the home scheduler
    ///     hangs.
    ///   - work: the call; runs on the home scheduler.
    ///   - outcome: is called once. It receives `nil` after the call, on the home scheduler.
    ///     Otherwise it receives the reason: on the caller's thread when the scheduler refused the
    ///     call, on a thread of Dispatch at the deadline, and on the home scheduler in all other
    ///     cases.
    public func schedule(
        deadline: Duration? = nil, _ work: consuming sending @escaping (Service) -> Void,
        outcome: @escaping @Sendable (BoundError?) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        let claim = CallClaim()
        let timer = deadline.map { deadline in
            DeadlineTimer(after: deadline, of: scheduler) { [late = late] in
                if claim.take() { outcome(late) }
            }
        }
        let postResult = deliver(Self.reporting(work, claim, timer, outcome), file, line)
        guard let error = refusal(postResult), claim.take() else { return }
        timer?.cancel()
        outcome(error)
    }

    private static func reporting(
        _ work: sending @escaping (Service) -> Void, _ claim: CallClaim, _ timer: DeadlineTimer?,
        _ outcome: @escaping @Sendable (BoundError?) -> Void
    ) -> sending (Result<Service, BoundError>) -> Void {
        { service in
            guard claim.take() else { return }
            timer?.cancel()
            switch service {
            case .success(let service):
                work(service)
                outcome(nil)
            case .failure(let error): outcome(error)
            }
        }
    }

    /// The error of a call that did not begin before its deadline.
    private var late: BoundError {
        BoundError(.deadlineExceeded, service: Service.self, scheduler: scheduler)
    }

    /// Calls the service on its scheduler and waits for the result.
    ///
    /// The task moves to the home scheduler and back, as for a call of an actor. Where a
    /// `WorkScheduler` is idle, it costs no more than that. When the task is cancelled before the
    /// call has begun, the call is skipped and a `CancellationError` is thrown at once. A call that
    /// has begun always completes.
    ///
    /// - Parameters:
    ///   - deadline: how long the call may wait for its turn; it holds even when the home scheduler
    ///     hangs.
    ///   - work: the call; runs on the home scheduler.
    /// - Throws: the error of `work`; a `BoundError` when the call cannot be delivered;
    ///   `CancellationError`.
    @inlinable
    nonisolated(nonsending) public func run<Value: Sendable>(
        deadline: Duration? = nil,
        _ work: consuming sending @escaping ServiceCall<Service, Value>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        var body = CallBody(ofNoActor(consume work, on: scheduler))
        let provenance = Provenance.capture(file, line)
        if deadline == nil, let directCallExecutor, directCallExecutor.seemsFree {
            // Two calls: one of a variable executor would retain it, and all callers would change
            // the same reference count.
            if let provenance {
                let executor = directCallExecutor.noting(provenance)
                if let answer = try await make(&body, in: executor) { return answer }
            } else if let answer = try await make(&body, in: directCallExecutor) {
                return answer
            }
        }
        return try await queue(&body, before: deadline, provenance)
    }

    /// Calls the service on its scheduler and blocks the caller until it answers.
    ///
    /// It is meant for the start of a program. A caller on a scheduler serves that scheduler while
    /// it waits: other work runs during the item that waits, and the thread parks while there is
    /// none. So services that need each other's values across schedulers can be built in any order
    /// without a deadlock. For example, A on BL waits for B on UI, which waits for C on BL.
    ///
    /// While the main scheduler waits, it serves only its own items. Jobs of the main actor, blocks
    /// of the main queue and timers of the run loop do not run, and code that the answer needs must
    /// not depend on them. A step of a task or of an actor must not wait: another method of the
    /// actor would run in the middle. It traps. After `Schedulers.refuseBlockingOnMain()`, a debug
    /// build traps at a wait on the main scheduler.
    ///
    /// Nested waits end from the inside out. An item that waits during another wait of its
    /// scheduler must not need work that runs after that other wait. Use a `deadline` where this
    /// cannot be excluded.
    ///
    /// - Parameters:
    ///   - deadline: how long to wait for the answer, by the clock of the caller's scheduler.
    ///   - work: the call; runs on the home scheduler.
    /// - Throws: the error of `work`; a `BoundError` when the call cannot be delivered in time;
    ///   `BlockingError` when a `VirtualScheduler` has no work left that could produce the answer,
    ///   or when a scheduler that does not serve would wait for itself, directly or through others.
    @available(*, noasync, message: "it blocks a thread of the concurrency runtime: use run")
    public func wait<Value: Sendable>(
        deadline: Duration? = nil,
        _ work: consuming sending @escaping ServiceCall<Service, Value>,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
        if scheduler.isCurrent, scheduler.backlog.count == 0, let service = slot.ready {
            return try ofNoActor(consume work, on: scheduler)(service)
        }
        precondition(
            CurrentScheduler.frame?.pointee.isTask != true,
            "a method of an actor, or a task, waits on scheduler '\(scheduler.name)': use 'run'")
        Schedulers.willBlock("SchedulerBound<\(Service.self)>.wait")
        let waiter = Waiter<Value>()
        let claim = CallClaim()
        let postResult = deliver(
            Self.answering(ofNoActor(consume work, on: scheduler), claim, waiter), file, line)
        if let error = refusal(postResult) { throw error }
        defer { _ = claim.take() }  // a call that has not begun is not made
        guard let answer = try waiter.wait(atMost: deadline, for: scheduler) else { throw late }
        return try answer.get()
    }

    private static func answering<Value: Sendable>(
        _ work: sending @escaping (Service) throws -> Value, _ claim: CallClaim,
        _ waiter: Waiter<Value>
    ) -> sending (Result<Service, BoundError>) -> Void {
        { service in
            guard claim.take() else { return }
            waiter.take(Result { try work(service.get()) })
        }
    }
}
