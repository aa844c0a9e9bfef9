public import Scheduling
import Signals

/// Delivers events from posters to receivers that do not know each other.
///
/// ```swift
/// hub.receive(LibraryChanged.self, by: tracker, in: home) { tracker, event in
///     tracker.count(event.account)
/// }
/// hub.post(LibraryChanged(account: "a"))
/// ```
///
/// A receiver is an object on a scheduler. The hub does not keep it alive, and calls it on the
/// scheduler on which it registered. Any thread may post, and a post never runs a receiver. The
/// events of one poster arrive in their order; an event that is posted during a delivery arrives
/// after it. Events are not kept for later receivers.
///
/// Use an event if the poster does not know its receivers. For state, use a `Property`; for a
/// stream of a known service, a `Signal`; and for an observer with several methods, `Listeners`.
///
/// Cost of a post: a short lock, a look-up, and one item of work for each receiver.
public final class EventHub: Sendable {
    /// The receivers by type of event, in the order in which they registered.
    private let receivers = Guarded<[ObjectIdentifier: [EventReceiver]]>([:])

    /// Creates a hub without receivers.
    public init() {}

    /// The number of receivers; one that has been released counts until it is found.
    var receiverCount: Int { receivers.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Registers a receiver of one type of event, on the caller's scheduler.
    ///
    /// The registration does not keep the receiver alive. It ends at the next event after the
    /// receiver's release, at the next registration on the same scheduler, or with the scheduler.
    ///
    /// - Parameters:
    ///   - event: the type of event.
    ///   - receiver: the object that receives the events.
    ///   - home: the caller's scheduler, to which the receiver belongs.
    ///   - body: called with each event, on the caller's scheduler.
    public func receive<E: Event, Receiver: AnyObject>(
        _ event: E.Type, by receiver: Receiver, in home: SchedulerIsolation,
        _ body: @escaping (Receiver, E) -> Void
    ) {
        let scheduler = home.scheduler(for: "receive")
        removeReleased(on: scheduler)
        let registration = EventReceiver(receiver, body, on: scheduler)
        receivers.withLock { $0[ObjectIdentifier(event), default: []].append(registration) }
    }

    /// Posts an event to its receivers, from any thread.
    ///
    /// The event is queued: this does not call the receivers.
    public func post<E: Event>(
        _ event: E, file: StaticString = #fileID, line: UInt = #line
    ) {
        for receiver in receivers.withLock({ $0[ObjectIdentifier(E.self)] ?? [] }) {
            let isPosted = receiver.post(event, file, line) { [weak self] in
                self?.remove([receiver])
            }
            if !isPosted { remove([receiver]) }
        }
    }

    /// Ends the registrations on a scheduler whose objects have been released; called there.
    private func removeReleased(on scheduler: any Scheduler) {
        let all = receivers.withLock { $0.values.flatMap { $0 } }
        let released = all.filter { $0.scheduler === scheduler && $0.isReleased }
        if !released.isEmpty { remove(released) }
    }

    private func remove(_ released: [EventReceiver]) {
        // The closures of a receiver are released outside of the lock.
        let former = receivers.withLock { receivers in
            let former = receivers
            receivers = receivers.mapValues { list in
                list.filter { receiver in !released.contains { $0 === receiver } }
            }
            return former
        }
        withExtendedLifetime(former) {}
    }
}
