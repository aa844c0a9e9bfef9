#if DEBUG || SchedulableChecksInRelease

    /// A closure that makes a service.
    public typealias ServiceConstruction<Service> = @isolated(any) () throws -> Service

    /// A call of a service; in a build with checks, the closure knows the actor that it belongs to.
    public typealias ServiceCall<Service, Value> = @isolated(any) (Service) throws -> Value

    /// A call of a service with access to the other services of its scheduler.
    public typealias ServiceCallInIsolation<Service, Value> =
        @isolated(any) (Service, SchedulerIsolation) throws -> Value

    @usableFromInline
    func ofNoActor<Value>(
        _ call: consuming @escaping ServiceConstruction<Value>, on scheduler: (any Scheduler)?
    ) -> () throws ->
        Value
    {
        let call = call  // the compiler cannot read the actor of a `consuming` parameter
        requireNoActor(call.isolation, but: scheduler)
        // unsafe, unsafeBitCast: the function is the same; `@isolated(any)` only adds the actor
        return unsafeBitCast(call, to: (() throws -> Value).self)
    }

    @usableFromInline
    func ofNoActor<Service, Value>(
        _ call: consuming @escaping ServiceCall<Service, Value>, on scheduler: (any Scheduler)?
    ) -> (Service) throws -> Value {
        let call = call  // the compiler cannot read the actor of a `consuming` parameter
        requireNoActor(call.isolation, but: scheduler)
        // unsafe, unsafeBitCast: the function is the same; `@isolated(any)` only adds the actor
        return unsafeBitCast(call, to: ((Service) throws -> Value).self)
    }

    @usableFromInline
    func ofNoActor<Service, Value>(
        _ call: consuming @escaping ServiceCallInIsolation<Service, Value>,
        on scheduler: (any Scheduler)?
    ) -> (Service, SchedulerIsolation) throws -> Value {
        let call = call  // the compiler cannot read the actor of a `consuming` parameter
        requireNoActor(call.isolation, but: scheduler)
        // unsafe, unsafeBitCast: the function is the same; `@isolated(any)` only adds the actor
        return unsafeBitCast(call, to: ((Service, SchedulerIsolation) throws -> Value).self)
    }

    /// Traps for a closure of another actor than that of the scheduler, such as the main actor.
    private func requireNoActor(_ actor: (any Actor)?, but scheduler: (any Scheduler)?) {
        guard let actor else { return }
        if let scheduler, SchedulerIsolation.isPinned(actor, to: scheduler) { return }
        preconditionFailure("a closure of \(type(of: actor)) was given to a scheduler")
    }

#else

    /// A closure that makes a service.
    public typealias ServiceConstruction<Service> = () throws -> Service

    /// A call of a service; in a build with checks, the closure knows the actor that it belongs to.
    public typealias ServiceCall<Service, Value> = (Service) throws -> Value

    /// A call of a service with access to the other services of its scheduler.
    public typealias ServiceCallInIsolation<Service, Value> =
        (Service, SchedulerIsolation) throws -> Value

    @inlinable
    @inline(__always)
    func ofNoActor<Call>(_ call: consuming Call, on scheduler: (any Scheduler)?) -> Call { call }

#endif
