import Scheduling

/// The way back from the I/O thread: events are handed over in batches, one wake-up each.
final class Deliveries: Sendable {
    typealias Delivery = (transfer: CurlTransfer, event: CurlTransfer.Event)

    private struct Arrivals {
        var events: [Delivery] = []
        var isDrainPosted = false
        /// Whether the scheduler can still hand out events.
        var isOpen = true

        /// Whether a drain has to be posted, which then counts as done.
        mutating func needsDrain() -> Bool {
            defer { isDrainPosted = true }
            return isOpen && !isDrainPosted
        }
    }

    private let scheduler: any Scheduler
    private let arrivals = Guarded(Arrivals())
    /// What is being handed out, the next one last; used on the scheduler only.
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
    /// To wake a thread takes about as long as to read a small response: it is done meanwhile.
    func announce() {
        if arrivals.withLock({ $0.needsDrain() }) { post() }
    }

    /// Hands a batch over and empties it, its storage kept for the next one.
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

    /// Releases what was not handed out, and keeps nothing any more; at the end of the scheduler.
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

    /// One drain is on its way at most: no bound of the scheduler's refuses it.
    private func post() {
        _ = scheduler.post(
            WorkItem(beyondBound: { self.drain() }, provenance: .here(#fileID, #line)))
    }

    /// Hands out what has arrived.
    ///
    /// A handler that waits for something serves its scheduler meanwhile, and comes here again: all take from one
    /// queue, so that no event of a transfer overtakes another, and what is left is in reach of that handler.
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
