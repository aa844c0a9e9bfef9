import Scheduling

/// One registration of an object, which receives one type of event on its scheduler.
final class EventReceiver: Sendable {
    /// The code of a receiver; used on its scheduler only.
    private struct Code {
        let isReleased: () -> Bool
        /// Passes an event to the object; `false` if it has been released.
        let receive: (any Event) -> Bool
    }

    let scheduler: any Scheduler
    private let code: IsolatedBox<Code>

    init<E: Event, Receiver: AnyObject>(
        _ receiver: Receiver, _ body: @escaping (Receiver, E) -> Void, on scheduler: any Scheduler
    ) {
        self.scheduler = scheduler
        let code = Code(
            isReleased: { [weak receiver] in receiver == nil },
            receive: { [weak receiver] event in
                guard let receiver else { return false }
                if let event = event as? E { body(receiver, event) }
                return true
            })
        self.code = IsolatedBox(code, of: scheduler)
    }

    /// Whether the object has been released; called on its scheduler.
    var isReleased: Bool { code.contentOnScheduler?.isReleased() ?? true }

    /// Queues an event.
    ///
    /// The events for all receivers of a scheduler pass through its queue, which keeps the order of
    /// each poster, also across types of events. No event is lost in a queue that is full.
    ///
    /// - Parameter released: called on the scheduler if the object has been released.
    /// - Returns: whether the scheduler accepts work.
    func post(
        _ event: any Event, _ file: StaticString, _ line: UInt,
        released: @escaping @Sendable () -> Void
    ) -> Bool {
        scheduler.post(
            WorkItem(
                beyondCapacity: { [self] in
                    if code.contentOnScheduler?.receive(event) == false { released() }
                }, provenance: .capture(file, line))
        ).isAccepted
    }
}
