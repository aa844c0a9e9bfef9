/// The closure of a task's call to a service.
@usableFromInline
struct CallBody<Service, Value: Sendable>: @unchecked Sendable {  // only its task uses it
    @usableFromInline var work: ((Service) throws -> Value)?

    @inlinable
    init(_ work: sending @escaping (Service) throws -> Value) {
        self.work = work
    }
}

extension SchedulerBound {
    /// Makes a task's call at its turn in the queue of the home scheduler.
    @inlinable
    func queue<Value: Sendable>(
        _ body: inout CallBody<Service, Value>, before deadline: Duration?,
        _ provenance: Provenance?, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Value {
        let call = AsyncCall(to: .passUnretained(slot), on: scheduler, provenance)
        let timer = deadline.map { refuse(call, after: $0) }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            _ = isolation  // only a closure that captures it stays on the caller's executor
            return try await make(&body, during: call)
        } onCancel: {
            call.refuse(.cancelled)
        }
    }

    /// Makes a task's call on the home scheduler, or throws the reason why it is not made.
    @inlinable
    @inline(never)  // what the call captured is released before the task goes back
    func make<Value>(
        _ body: inout CallBody<Service, Value>, during call: isolated AsyncCall
    ) throws -> Value {
        if let refusal = call.refusal { throw giveUp(&body, refusal) }
        return try make(&body)
    }

    /// Makes a task's call on an idle home scheduler; `nil` where it has to queue after all.
    @inlinable
    @inline(never)  // what the call captured is released before the task goes back
    func make<Value>(
        _ body: inout CallBody<Service, Value>, in _: isolated DirectCallExecutor
    ) throws -> Value? {
        guard scheduler.isCurrent, !slot.isUnderWay else { return nil }
        if CurrentScheduler.isSkipping { throw giveUp(&body, .skipped) }
        if Task.isCancelled { throw giveUp(&body, .cancelled) }
        return try make(&body)
    }

    /// Makes a task's call; on the home scheduler.
    @inlinable
    func make<Value>(_ body: inout CallBody<Service, Value>) throws -> Value {
        CurrentScheduler.note(service: Service.self, method: nil)
        guard let work = body.work.take() else {
            preconditionFailure("a call can be made only once")
        }
        return try work(slot.service ?? slot.get())
    }

    /// Releases a call that is not made, on the home scheduler.
    ///
    /// A call that the scheduler never accepted is released with its task.
    ///
    /// - Returns: the error for the caller.
    @usableFromInline
    func giveUp<Value>(
        _ body: inout CallBody<Service, Value>, _ refusal: AsyncCall.Refusal
    ) -> any Error {
        if !refusal.isRefusedPost { scheduler.release(body.work.take()) }
        guard let code = refusal.code else { return CancellationError() }
        return BoundError(code, service: Service.self, scheduler: scheduler)
    }

    /// Refuses a call that has not begun after `deadline`.
    @usableFromInline
    func refuse(_ call: AsyncCall, after deadline: Duration) -> DeadlineTimer {
        DeadlineTimer(after: deadline, of: scheduler) { [weak call] in call?.refuse(.late) }
    }
}

extension AsyncCall.Refusal {
    /// Whether the scheduler never accepted the call.
    fileprivate var isRefusedPost: Bool { self == .full || self == .shutDown }

    /// The error code for the caller; `nil` where the caller's task was cancelled.
    fileprivate var code: BoundError.Code? {
        switch self {
        case .cancelled: nil
        case .late: .deadlineExceeded
        case .skipped, .shutDown: .schedulerShutDown
        case .full: .queueFull
        }
    }
}
