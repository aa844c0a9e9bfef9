import Scheduling

/// A receiver, as the queue to its scheduler sees it.
protocol EventTarget: AnyObject, Sendable {
    /// Receives an event; `nil` stands for the oldest event that waits in the receiver's own queue.
    ///
    /// It is called on the scheduler of the receiver.
    func deliver(_ event: (any Event)?)
}

/// The queue of all events of a hub for the receivers of one scheduler.
///
/// One queue for all of them keeps the order of each poster, also across types of events.
final class EventOutlet: Sendable {
    struct Delivery: Sendable {
        let target: any EventTarget
        let event: (any Event)?
    }

    let scheduler: any Scheduler
    private let mailbox: Mailbox<Delivery>
    private let ending = Guarded<ScheduledWork?>(nil)

    /// Creates a queue.
    ///
    /// - Parameter ended: called on the scheduler when the scheduler ends.
    init(on scheduler: any Scheduler, ended: @escaping @Sendable (EventOutlet) -> Void) {
        self.scheduler = scheduler
        mailbox = Mailbox(to: scheduler) { $0.target.deliver($0.event) }
        let work = scheduler.scheduleAtEnd { [weak self] in if let self { ended(self) } }
        ending.withLock { $0 = work }
    }

    /// Sends an event to a receiver; `false` if the scheduler has ended.
    func send(
        _ event: consuming (any Event)?, to target: any EventTarget, _ file: StaticString,
        _ line: UInt
    ) -> Bool {
        switch mailbox.send(Delivery(target: target, event: event), file: file, line: line) {
        case .accepted: true
        case .full, .closed: false
        }
    }

    /// Ends the queue, which has no receivers left; from any thread.
    func close() {
        mailbox.close()
        ending.withLock { $0.take() }?.cancel()
    }
}
