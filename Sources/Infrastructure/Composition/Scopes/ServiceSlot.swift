import Scheduling

/// The storage of one service in one scope.
protocol ServiceSlot<Service>: AnyServiceSlot {
    associatedtype Service

    /// The scheduler on which the service starts and stops.
    var home: any Scheduler { get }

    /// The service for its life cycle, on its scheduler; `nil` where it does not exist.
    var existing: Service? { get }

    /// Returns the service for code on its scheduler, and makes it at the first use.
    func here(in scope: LocalScope) throws(BoundError) -> Service

    /// Returns a handle, whose first call makes the service; `nil` for a thread-safe one.
    var handle: SchedulerBound<Service>? { get }
}

extension ServiceSlot {
    private var lifeCycle: (any ServiceLifeCycle)? { existing as? any ServiceLifeCycle }

    func start(ended: @escaping @Sendable ((any Error)?) -> Bool) -> Task<Void, Never> {
        Task(executorPreference: home) { [self] in
            guard let service = lifeCycle else {
                _ = ended(nil)
                return
            }
            do {
                try await service.start()
                if !ended(nil) { await service.stop() }
            } catch {
                _ = ended(error)
            }
        }
    }

    func stop(ended: @escaping @Sendable () -> Void) {
        Task(executorPreference: home) { [self] in
            await lifeCycle?.stop()
            ended()
        }
    }
}
