import CScheduling
import Synchronization

/// The state of a mailbox; it outlives the mailbox while one of its batches is under way.
@usableFromInline
final class MailboxCore<Element>: PartialDelivery, @unchecked Sendable {  // used on the scheduler
    @usableFromInline let queue: MPSCQueue<Element>
    private let scheduler: any Scheduler
    private let isClosed = Atomic<Bool>(false)
    /// Whether the delivery loop has to read the state again.
    ///
    /// The mailbox was closed, or another loop took its values.
    private let mustReload = Atomic<Bool>(false)
    /// The work that closes the mailbox at the end of its scheduler.
    private var ending: ScheduledWork?
    private var receive: ((consuming Element) -> Void)?
    /// An empty chunk for the queue.
    private var spare: UnsafeMutablePointer<Chunk<Element>>?
    // unsafe, @exclusivity(unchecked): one thread at a time uses it
    /// The chunk that is being delivered, and the index of its next value.
    @exclusivity(unchecked) private var batch: UnsafeMutablePointer<Chunk<Element>>?
    @exclusivity(unchecked) private var index = 0
    private var isDelivering = false
    /// Whether values arrived during the last batch.
    ///
    /// The next batch is then delayed for a moment, so that it grows.
    private var isStreaming = false

    /// The number of processor pauses in that moment; about a microsecond.
    private static var gathering: Int { 64 }

    init(
        scheduler: any Scheduler, capacity: Int?,
        receive: sending @escaping (consuming Element) -> Void
    ) {
        self.scheduler = scheduler
        self.receive = receive
        queue = MPSCQueue(capacity: capacity, consumerIsIdle: true)
        super.init()
        ending = scheduler.scheduleAtEnd { self.end(cancelling: nil) }
    }

    deinit {
        queue.free()
        if let spare { Chunk.free(spare) }
    }

    /// Posts the delivery of the batch that the caller's value began.
    ///
    /// - Returns: whether the scheduler accepted it.
    @usableFromInline
    func wake(_ provenance: Provenance?) -> Bool {
        let item = WorkItem(beyondCapacity: { self.deliver() }, provenance: provenance)
        if scheduler.post(item).isAccepted { return true }
        close()
        return false
    }

    func close() { end(cancelling: ending) }

    private func end(cancelling ending: ScheduledWork?) {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        mustReload.store(true, ordering: .releasing)
        queue.close()
        if scheduler.isCurrent {
            discard(cancelling: ending)
        } else {
            let discard = { self.discard(cancelling: ending) }
            _ = scheduler.post(WorkItem(discard, atShutdown: .always, provenance: nil))
        }
    }

    /// Delivers all values that are there, on the scheduler.
    ///
    /// A sender whose value arrives from now on posts the next delivery itself. So no value arrives
    /// later than work that its sender posts after it.
    private func deliver() {
        let isNested = isDelivering
        isDelivering = true
        if isStreaming, !isNested { for _ in 0..<Self.gathering { cs_relax() } }
        let frame = CurrentScheduler.frame
        let outer = frame?.pointee.delivery
        frame?.pointee.delivery = .passUnretained(self)
        if isNested { deliverBatch() }
        takeBatch()
        deliverBatch()
        frame?.pointee.delivery = outer
        isStreaming = queue.seemsFilled
        isDelivering = isNested
        if isNested { mustReload.store(true, ordering: .relaxed) }
    }

    override func deliverRest(until isEnough: () -> Bool) {
        deliverBatch(until: isEnough)
        mustReload.store(true, ordering: .relaxed)
    }

    private func takeBatch() {
        guard receive != nil else { return }
        let spare = self.spare ?? Chunk.allocate(capacity: Chunk<Element>.smallest)
        self.spare = nil
        guard let taken = queue.take(leaving: spare, becomingIdle: true) else {
            self.spare = spare
            return
        }
        batch = taken.first
        index = 0
    }

    /// Delivers the batch; a receiver that waits may have the rest delivered before it continues.
    @inline(__always)
    private func deliverBatch(until isEnough: () -> Bool = { false }) {
        guard let receive else { return }
        while let current = batch {
            let values = current.pointee
            var next = index
            while next < values.count, !mustReload.load(ordering: .relaxed), !isEnough() {
                index = next + 1
                receive((values.base + next).move())
                next += 1
            }
            if mustReload.exchange(false, ordering: .acquiringAndReleasing) {
                guard isClosed.load(ordering: .relaxed) else { continue }
                mustReload.store(true, ordering: .relaxed)
                return releaseBatch()
            }
            guard next == values.count else { return }
            batch = values.next
            index = 0
            keep(current)
        }
    }

    /// Releases the remaining values of the batch.
    private func releaseBatch() {
        while let current = batch {
            let (values, first) = (current.pointee, index)
            (batch, index) = (values.next, 0)
            (values.base + first).deinitialize(count: values.count - first)
            keep(current)
        }
    }

    /// Keeps an emptied chunk for the queue, or frees it when one is kept already.
    private func keep(_ emptied: UnsafeMutablePointer<Chunk<Element>>) {
        guard spare == nil else {
            Chunk.free(emptied)
            return
        }
        emptied.pointee.next = nil
        spare = emptied
    }

    /// Releases the values that never arrive, on the scheduler.
    private func discard(cancelling ending: ScheduledWork?) {
        ending?.cancel()
        releaseBatch()
        takeBatch()
        receive = nil
        releaseBatch()
    }
}
