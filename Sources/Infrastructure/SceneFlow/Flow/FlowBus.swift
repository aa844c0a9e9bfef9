public import Signals

/// An event of a flow's bus: a value that scenes and extensions send to each other.
public protocol FlowEvent: Sendable {}

/// The bus of a flow, on which scenes and extensions exchange declared events.
///
/// The events of all types are delivered in the order in which they were posted; an event that is
/// posted during a delivery is delivered after it. The bus ends with its flow: its signals
/// complete, and later events are dropped.
public final class FlowBus {  // not @Schedulable: its subject is pinned
    private let flow: String
    private let declared: Set<ObjectIdentifier>
    private let subject = Subject<any FlowEvent, Never>()

    init(of flow: String, declared: [any FlowEvent.Type]) {
        self.flow = flow
        self.declared = Set(declared.map { ObjectIdentifier($0) })
    }

    /// Sends an event to its receivers; traps if the flow does not declare its type.
    public func post<Event: FlowEvent>(_ event: Event) {
        check(Event.self)
        subject.send(event)
    }

    /// Returns the events of a type from now on; traps if the flow does not declare it.
    public func events<Event: FlowEvent>(_ type: Event.Type) -> Signal<Event, Never> {
        check(type)
        return subject.signal.compactMap { $0 as? Event }
    }

    func end() { subject.complete() }

    private func check(_ type: any FlowEvent.Type) {
        precondition(
            declared.contains(ObjectIdentifier(type)),
            "the flow '\(flow)' does not declare the event \(type): "
                + "add 'events(\(type).self)' to its table")
    }
}
