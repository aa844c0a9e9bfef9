import Scheduling
import Signals

/// The code of a receiver; used on its scheduler only.
protocol EventHandler: AnyObject {
    /// Whether the receiving object has been released.
    var isGone: Bool { get }

    /// Calls the receiving object with an event, if it is there.
    func receive(_ event: any Event) throws -> EventOutcome

    /// Runs `work` after the construction of the receiving object.
    func afterConstruction(_ work: @escaping @Sendable () -> Void)
}

/// The outcome of an event at the object that receives it.
enum EventOutcome { case received, underConstruction, gone }

/// The code of an object on the current scheduler.
final class ObjectHandler<Receiver: AnyObject>: EventHandler {
    private weak let receiver: Receiver?
    private let body: (Receiver, any Event) throws -> Void
    /// The token of the registration, which a caller may drop.
    private let token: Disposable

    init(
        _ receiver: Receiver, _ body: @escaping (Receiver, any Event) throws -> Void,
        token: Disposable
    ) {
        self.receiver = receiver
        self.body = body
        self.token = token
    }

    var isGone: Bool { receiver == nil }

    func receive(_ event: any Event) throws -> EventOutcome {
        guard let receiver else { return .gone }
        try body(receiver, event)
        return .received
    }

    func afterConstruction(_ work: @escaping @Sendable () -> Void) { work() }
}

/// The code of a service on the scheduler of the service.
final class EventServiceHandler<Service>: EventHandler {
    private weak let service: SchedulerBound<Service>?
    private let body: @Sendable (Service, any Event) throws -> Void

    init(
        _ service: SchedulerBound<Service>,
        _ body: @escaping @Sendable (Service, any Event) throws -> Void
    ) {
        self.service = service
        self.body = body
    }

    var isGone: Bool { service == nil }

    func receive(_ event: any Event) throws -> EventOutcome {
        guard let service else { return .gone }
        guard let instance = service.slot.service else { return .underConstruction }
        try body(instance, event)
        return .received
    }

    /// A call to a service that could not be built is counted and logged.
    func afterConstruction(_ work: @escaping @Sendable () -> Void) {
        service?.schedule { _ in work() }
    }
}
