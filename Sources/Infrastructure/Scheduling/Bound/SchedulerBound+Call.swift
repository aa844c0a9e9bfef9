extension SchedulerBound {
    /// Calls the service on its scheduler, after the work that is queued there; it has no result.
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
        let promise = CallPromise<Void>()
        promise.receive { answer in
            switch answer {
            case .success: outcome(nil)
            case .failure(let error): outcome(error as? BoundError)
            }
        }
        PendingCall(consume work, to: self, before: deadline, answering: promise, file, line).post()
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
    ///   - isolation: the actor of the caller.
    ///   - work: the call; runs on the home scheduler.
    /// - Throws: the error of `work`; a `BoundError` when the call cannot be delivered;
    ///   `CancellationError`.
    @inlinable
    public func run<Value: Sendable>(
        deadline: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: consuming sending @escaping (Service) throws -> Value,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        var body = CallBody(work)
        if deadline == nil, let directCallExecutor, directCallExecutor.seemsFree,
            let answer = try await make(&body, in: directCallExecutor.noting(.capture(file, line)))
        {
            return answer
        }
        let call = AsyncCall(to: .passUnretained(slot), on: scheduler, .capture(file, line))
        let timer = deadline.map { refuse(call, after: $0) }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            _ = isolation  // only a closure that captures it stays on the caller's executor
            return try await make(&body, during: call)
        } onCancel: {
            call.refuse(.cancelled)
        }
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
    /// not depend on them. After `Schedulers.refuseBlockingOnMain()`, a debug build traps at a wait
    /// on the main scheduler.
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
        deadline: Duration? = nil, _ work: consuming sending @escaping (Service) throws -> Value,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Value {
        if scheduler.isCurrent, scheduler.backlog.count == 0, let service = slot.ready {
            return try work(service)
        }
        Schedulers.willBlock("SchedulerBound<\(Service.self)>.wait")
        let waiter = Waiter<Value>()
        let promise = CallPromise<Value>()
        promise.receive { waiter.take($0) }
        PendingCall(work, to: self, before: nil, answering: promise, file, line).post()
        let answer: Result<Value, any Error>?
        do {
            answer = try waiter.wait(atMost: deadline, for: scheduler)
        } catch {
            promise.refuse(error)
            throw error
        }
        if let answer { return try answer.get() }
        let late = BoundError(.deadlineExceeded, service: Service.self, scheduler: scheduler)
        promise.refuse(late)
        throw late
    }
}
