import Scheduling

/// The way back from the I/O thread: events are handed over in batches, one wake-up each.
final class Deliveries: Sendable {
    typealias Delivery = (transfer: CurlTransfer, event: CurlTransfer.Event)

    private struct State {
        var waiting: [Delivery] = []
        var isDrainPosted = false
    }

    private let scheduler: any Scheduler
    private let state = Guarded(State())

    init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Hands a batch over and empties it, its storage kept for the next one.
    func send(_ batch: inout [Delivery]) {
        guard !batch.isEmpty else { return }
        let mustPost = state.withLock { state in
            if state.waiting.isEmpty {
                swap(&state.waiting, &batch)
            } else {
                state.waiting += batch
            }
            defer { state.isDrainPosted = true }
            return !state.isDrainPosted
        }
        batch.removeAll(keepingCapacity: true)
        if mustPost { scheduler.schedule { self.drain() } }
    }

    private func drain() {
        var batch: [Delivery] = []
        state.withLock { state in
            swap(&batch, &state.waiting)
            state.isDrainPosted = false
        }
        for (transfer, event) in batch { transfer.deliver(event) }
    }
}
