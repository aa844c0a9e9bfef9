public import Scheduling

/// The storage of a service that lives on one scheduler.
@usableFromInline
final class PinnedSlot<Key: ServiceKey>: ServiceSlot {
    @usableFromInline let bound: SchedulerBound<Key.Service>
    @usableFromInline let homeAddress: UInt

    init(at site: ServiceSite, _ make: @escaping @Sendable (LocalScope) throws -> Key.Service) {
        homeAddress = UInt(bitPattern: ObjectIdentifier(site.home))
        bound = SchedulerBound(lazilyOn: site.home) { isolation in
            try site.report { scope in try make(LocalScope(scope, isolation)) }
        }
    }

    var home: any Scheduler { bound.scheduler }

    var existing: Key.Service? { bound.slot.service }

    var handle: SchedulerBound<Key.Service>? { bound }

    /// The service if it exists, for an item of its scheduler; `nil` elsewhere.
    @inlinable var existingHere: Key.Service? {
        Schedulers.currentAddress == homeAddress ? bound.slot.service : nil
    }

    func here(in scope: LocalScope) throws(BoundError) -> Key.Service {
        try bound.get(in: scope.isolation(for: Key.self, on: home))
    }

    func make() async throws(BoundError) {
        do { try await bound.run { _ in } } catch {
            throw error as? BoundError
                ?? BoundError(
                    .constructionFailed, service: Key.Service.self, on: home.name, cause: error)
        }
    }

    func release(_ released: @escaping @Sendable () -> Void) { bound.close(released) }
}

extension LocalScope {
    /// Returns the isolation of the running work; traps where that is not `home`.
    func isolation<Key: ServiceKey>(
        for key: Key.Type, on home: any Scheduler
    ) -> SchedulerIsolation {
        if let isolation, isolation.scheduler === home, home.isCurrent { return isolation }
        preconditionFailure(
            "\(Key.name) lives on scheduler '\(home.name)' and was taken directly on "
                + (Schedulers.current.map { "scheduler '\($0.name)'" } ?? "a foreign thread")
                + ": use its handle")
    }
}
