extension SchedulerBound {
    /// Returns the service itself, for code on the same scheduler.
    ///
    /// It traps while the service is under construction. It also traps when `isolation` belongs to
    /// another scheduler, or is used outside of its own.
    ///
    /// - Throws: the reason why the service is unavailable, such as
    ///   `BoundError.Code.constructionFailed`. If the construction of a dependent service rethrows
    ///   this error, that service fails with the same code, and with this error as its cause.
    public func get(in isolation: SchedulerIsolation) throws(BoundError) -> Service {
        precondition(
            isolation.scheduler === scheduler && scheduler.isCurrent,
            "\(Service.self) lives on scheduler '\(scheduler.name)' and was accessed directly from "
                + (Schedulers.current.map { "scheduler '\($0.name)'" } ?? "a foreign thread")
                + ": use schedule, run or signal"
        )
        return try slot.get()
    }

    /// Calls the service with access to the other services of its scheduler.
    ///
    /// It behaves like `schedule` with one parameter.
    ///
    /// - Returns: whether the scheduler accepted the call. A call that does not reach the service
    ///   is counted and logged.
    @discardableResult
    public func schedule(
        _ work: consuming sending @escaping (Service, SchedulerIsolation) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> PostResult {
        schedule(isolated(work), file: file, line: line)
    }

    /// Calls the service with access to its scheduler's other services, and waits for the result.
    ///
    /// It behaves like `run` with one parameter.
    ///
    /// - Throws: the error of `work`; a `BoundError` when the call cannot be delivered;
    ///   `CancellationError`.
    nonisolated(nonsending) public func run<Value: Sendable>(
        deadline: Duration? = nil,
        _ work: consuming sending @escaping ServiceCallInIsolation<Service, Value>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Value {
        try await run(
            deadline: deadline, isolated(ofNoActor(consume work, on: scheduler)), file: file,
            line: line)
    }

    private func isolated<Value>(
        _ work: sending @escaping (Service, SchedulerIsolation) throws -> Value
    ) -> sending (Service) throws -> Value {
        { [scheduler] in try work($0, SchedulerIsolation(scheduler)) }
    }

    private func isolated(
        _ work: sending @escaping (Service, SchedulerIsolation) -> Void
    ) -> sending (Service) -> Void {
        { [scheduler] in work($0, SchedulerIsolation(scheduler)) }
    }
}
