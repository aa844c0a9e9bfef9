import Scheduling

/// The storage of one service in one scope.
protocol ServiceSlot<Service>: AnyServiceSlot {
    associatedtype Service

    /// The scheduler on which the service stops.
    var home: any Scheduler { get }

    /// The service for its life cycle, on its scheduler; `nil` where it does not exist.
    var existing: Service? { get }

    /// Returns the service for code on its scheduler, and makes it at the first use.
    func here(in scope: LocalScope) throws(BoundError) -> Service

    /// Returns a handle, whose first call makes the service; `nil` for a thread-safe one.
    var handle: SchedulerBound<Service>? { get }
}

extension ServiceSlot {
    func stop(ended: @escaping @Sendable () -> Void) {
        Task(executorPreference: home) { [self] in
            await (existing as? any ServiceLifeCycle)?.stop()
            ended()
        }
    }
}
