import Scheduling
import Signals

/// The code of a receiver; used on its scheduler only.
protocol EventHandler: AnyObject {
    /// Whether the receiving object has been released.
    var isGone: Bool { get }

    /// Calls the receiving object with an event, if it is there.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - hasWaited: whether `afterConstruction` makes this call.
    func receive(_ event: any Event, hasWaited: Bool) throws -> EventOutcome

    /// Runs `work` after the construction of the receiving object, in the order of these calls.
    ///
    /// It begins a construction that waits for the first use.
    func afterConstruction(_ work: @escaping () -> Void)
}

/// The outcome of an event at the object that receives it.
enum EventOutcome {
    case received
    /// The object is under construction, or events that came before this one still wait.
    case underConstruction
    case gone
}

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

    func receive(_ event: any Event, hasWaited: Bool) throws -> EventOutcome {
        guard let receiver else { return .gone }
        try body(receiver, event)
        return .received
    }

    func afterConstruction(_ work: @escaping () -> Void) { work() }
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

    func receive(_ event: any Event, hasWaited: Bool) throws -> EventOutcome {
        guard let service else { return .gone }
        let slot = service.slot
        guard let instance = hasWaited ? slot.service : slot.ready else {
            return .underConstruction
        }
        try body(instance, event)
        return .received
    }

    /// A call to a service that could not be built is counted and logged.
    ///
    /// The call is not posted: events that arrive later would overtake it.
    func afterConstruction(_ work: @escaping () -> Void) {
        service?.slot.call({ _ in work() }, #fileID, #line)
    }
}
