// Swift drops the global actor of a closure that code of this actor passes as `sending`. The
// closure would then run on the scheduler, and use the state of the actor there. The compiler
// chooses these overloads for such a closure: it ignores an overload that is `unavailable`, and
// prefers one with fewer default values. For a closure with a result it would choose them for each
// closure: such calls take a `ServiceCall`, which knows its actor in a build with checks.

extension Scheduler {
    /// Refuses a closure of a global actor: use `MainScheduler.shared.schedule`, or a task.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        atShutdown: ShutdownBehavior = .run, _ work: @escaping @isolated(any) () -> Void
    ) -> PostResult { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: use `MainScheduler.shared.schedule`, or a task.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    public func schedule(
        atShutdown: ShutdownBehavior = .run,
        _ work: @escaping @isolated(any) (SchedulerIsolation) -> Void
    ) -> PostResult { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: use `MainScheduler.shared.schedule`, or a task.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        after delay: Duration, tolerance: Duration = .zero, atShutdown: ShutdownBehavior = .skip,
        _ work: @escaping @isolated(any) () -> Void
    ) -> ScheduledWork { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: use `MainScheduler.shared.schedule`, or a task.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        every interval: Duration, tolerance: Duration = .zero,
        _ work: @escaping @isolated(any) () -> Void
    ) -> RepeatingWork { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: use `MainScheduler.shared.perform`, or a task.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    @_disfavoredOverload
    public func perform(_ work: @escaping @isolated(any) () -> Void) -> PostResult {
        refuseClosureOfActor()
    }
}

extension SchedulerBound {
    /// Refuses a closure of a global actor: the service is called on its scheduler.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    public func schedule(_ work: @escaping @isolated(any) (Service) -> Void) -> PostResult {
        refuseClosureOfActor()
    }

    /// Refuses a closure of a global actor: the service is called on its scheduler.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    public func schedule(
        deadline: Duration? = nil, _ work: @escaping @isolated(any) (Service) -> Void,
        outcome: @escaping @Sendable (BoundError?) -> Void
    ) { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: the service is called on its scheduler.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    public func schedule(
        _ work: @escaping @isolated(any) (Service, SchedulerIsolation) -> Void
    ) -> PostResult { refuseClosureOfActor() }
}

extension ServicePool {
    /// Refuses a closure of a global actor: a job runs on the scheduler of its service.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    @discardableResult
    public func schedule(
        for key: AnyHashable? = nil, _ work: @escaping @isolated(any) (Service) -> Void
    ) -> PostResult { refuseClosureOfActor() }

    /// Refuses a closure of a global actor: a job runs on the scheduler of its service.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    public func schedule(
        for key: AnyHashable? = nil, _ work: @escaping @isolated(any) (Service) -> Void,
        outcome: @escaping @Sendable (BoundError?) -> Void
    ) { refuseClosureOfActor() }
}

extension Mailbox {
    /// Refuses a closure of a global actor: the values arrive on the scheduler.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    public convenience init(
        to scheduler: any Scheduler, capacity: Int? = nil,
        receive: @escaping @MainActor (consuming Element) -> Void
    ) { refuseClosureOfActor() }
}

extension WorkItem {
    /// Refuses a closure of a global actor: the item runs on its scheduler.
    @available(*, deprecated, message: "a closure of a global actor does not run on a scheduler")
    public init(
        _ body: @escaping @isolated(any) () -> Void, atShutdown: ShutdownBehavior = .run,
        provenance: Provenance?
    ) { refuseClosureOfActor() }
}

private func refuseClosureOfActor() -> Never {
    preconditionFailure("a closure of a global actor was given to a scheduler")
}
