import Scheduling

/// Passes events from the I/O thread to the scheduler, in batches with one wake-up each.
final class DeliveryQueue: Sendable {
    typealias Delivery = (transfer: CurlTransfer, event: CurlTransfer.Event)

    private struct Arrivals {
        var events: [Delivery] = []
        var isDrainPosted = false
        /// Whether the scheduler can still deliver events.
        var isOpen = true

        /// Returns whether a drain has to be posted, and marks it as posted.
        mutating func needsDrain() -> Bool {
            defer { isDrainPosted = true }
            return isOpen && !isDrainPosted
        }
    }

    private let scheduler: any Scheduler
    private let arrivals = Guarded(Arrivals())
    /// The events being delivered, the next one last; used on the scheduler only.
    private let queue = Guarded<[Delivery]>([])
    private let ending = Guarded<ScheduledWork?>(nil)

    init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
        let ending = scheduler.scheduleAtEnd { [weak self] in self?.close() }
        self.ending.withLock { $0 = ending }
    }

    deinit { ending.withLock { $0 }?.cancel() }

    /// Wakes the scheduler for a batch that will be sent soon.
    ///
    /// To wake a thread takes about as long as to read a small response, so both happen in
    /// parallel.
    func announce() {
        if arrivals.withLock({ $0.needsDrain() }) { post() }
    }

    /// Sends a batch and empties it; the storage is kept for the next one.
    func send(_ batch: inout [Delivery]) {
        guard !batch.isEmpty else { return }
        let (isOpen, needsDrain) = arrivals.withLock { arrivals in
            if !arrivals.isOpen { return (false, false) }
            if arrivals.events.isEmpty {
                swap(&arrivals.events, &batch)
            } else {
                arrivals.events += batch
            }
            return (true, arrivals.needsDrain())
        }
        if !isOpen { scheduler.release(batch) }
        batch.removeAll(keepingCapacity: true)
        if needsDrain { post() }
    }

    /// Releases the undelivered events and rejects later ones; called at the end of the scheduler.
    private func close() {
        let events = arrivals.withLock { arrivals in
            arrivals.isOpen = false
            defer { arrivals.events = [] }
            return arrivals.events
        }
        let rest = queue.withLock { queue in
            defer { queue = [] }
            return queue
        }
        withExtendedLifetime((events, rest)) {}
    }

    /// At most one drain is posted at a time, so it ignores the scheduler's capacity.
    private func post() {
        _ = scheduler.post(
            WorkItem(beyondCapacity: { self.drain() }, provenance: .capture(#fileID, #line)))
    }

    /// Delivers the events that have arrived.
    ///
    /// A handler that waits serves its scheduler, which may call this method again. All calls take
    /// from one queue. So no event of a transfer overtakes another, and the nested call can deliver
    /// the rest.
    private func drain() {
        var batch: [Delivery] = []
        arrivals.withLock { arrivals in
            swap(&batch, &arrivals.events)
            arrivals.isDrainPosted = false
        }
        queue.withLock { queue in
            batch.reverse()
            queue = queue.isEmpty ? batch : batch + queue
        }
        while true {
            let (next, isLast) = queue.withLock { ($0.popLast(), $0.isEmpty) }
            guard let next else { return }
            if !isLast { announce() }
            next.transfer.deliver(next.event)
        }
    }
}
