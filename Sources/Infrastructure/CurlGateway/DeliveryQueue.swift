import Scheduling

/// Passes events from the I/O thread and the disk's thread to the scheduler of the gateway.
///
/// A handler that waits serves its scheduler; the events behind its own are then delivered first.
/// So no event of a transfer overtakes another.
final class DeliveryQueue: Sendable {
    typealias Delivery = (transfer: CurlTransfer, event: CurlTransfer.Event)

    private let scheduler: any Scheduler
    private let mailbox: Mailbox<Delivery>

    init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
        mailbox = Mailbox(to: scheduler) { $0.transfer.deliver($0.event) }
    }

    /// Wakes the scheduler for events that will be sent soon.
    ///
    /// To wake a thread takes about as long as to read a small response, so both happen in
    /// parallel.
    func announce() { mailbox.announce() }

    /// Sends the events of a batch, and empties it; its storage is kept for the next one.
    ///
    /// Events that cannot be delivered are released on the scheduler, as their client expects.
    func send(_ batch: inout [Delivery]) {
        batch.reverse()
        while !batch.isEmpty {
            // Moved, so that this thread does not keep a transfer that the scheduler has released.
            var delivery = batch.popLast()
            mailbox.send(beyondCapacity: &delivery)
            scheduler.release(delivery)
        }
    }
}
