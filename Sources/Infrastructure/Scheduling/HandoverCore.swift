import CScheduling
import Synchronization

/// The part of a handover that lives as long as a batch of it is under way.
@usableFromInline
final class HandoverCore<Element>: @unchecked Sendable {  // vars: on the scheduler
    @usableFromInline let inbox: Inbox<Element>
    private let scheduler: any Scheduler
    private let isClosed = Atomic<Bool>(false)
    private var receive: ((consuming Element) -> Void)?
    private var chunk: UnsafeMutablePointer<Chunk<Element>>?
    private var isDelivering = false
    private var mustRepeat = false
    /// Whether values came while the last batch was delivered; then the next batch is given a moment to become a large one.
    private var isStreaming = false

    /// How many looks that moment lasts; about a microsecond.
    private static var gathering: Int { 64 }

    init(
        scheduler: any Scheduler, bound: Int?,
        receive: sending @escaping (consuming Element) -> Void
    ) {
        self.scheduler = scheduler
        self.receive = receive
        inbox = Inbox(bound: bound, consumerIsIdle: true)
    }

    deinit {
        inbox.free()
        if let chunk { Chunk.free(chunk) }
    }

    /// Has the batch delivered that the caller's value began.
    ///
    /// - Returns: whether the scheduler does that.
    @usableFromInline
    func wake(_ provenance: Provenance?) -> Bool {
        let item = WorkItem(beyondBound: { self.deliver() }, provenance: provenance)
        if scheduler.post(item).isAccepted { return true }
        close()
        return false
    }

    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        inbox.close()
        if scheduler.isCurrent {
            discard()
        } else {
            _ = scheduler.post(WorkItem({ self.discard() }, atShutdown: .always, provenance: nil))
        }
    }

    /// Delivers all that is there, on the scheduler.
    ///
    /// Whoever sends a value from now on posts the next delivery himself, so that no value comes later than what its sender
    /// posts after it.
    private func deliver() {
        if isDelivering {
            // The receiver waits for something, and its scheduler is being served meanwhile: the outer delivery goes on.
            mustRepeat = true
            return
        }
        isDelivering = true
        if isStreaming { for _ in 0..<Self.gathering { cs_relax() } }
        repeat {
            mustRepeat = false
            deliverBatch()
        } while mustRepeat
        isStreaming = inbox.seemsFilled
        isDelivering = false
    }

    private func deliverBatch() {
        guard let receive else { return }
        let spare = chunk ?? Chunk.allocate(capacity: Chunk<Element>.smallest)
        chunk = nil
        guard let taken = inbox.take(leaving: spare, becomingIdle: true) else {
            chunk = spare
            return
        }
        var next = Optional(taken.first)
        while let current = next {
            let values = current.pointee
            var index = 0
            while index < values.count, !isClosed.load(ordering: .relaxed) {
                receive((values.base + index).move())
                index += 1
            }
            (values.base + index).deinitialize(count: values.count - index)
            next = values.next
            keep(current)
        }
    }

    /// Keeps an emptied chunk for the next batch, or frees it when there is one.
    private func keep(_ emptied: UnsafeMutablePointer<Chunk<Element>>) {
        guard chunk == nil else {
            Chunk.free(emptied)
            return
        }
        emptied.pointee.count = 0
        emptied.pointee.next = nil
        chunk = emptied
    }

    /// Releases what never arrives, on the scheduler.
    private func discard() {
        receive = nil
        let spare = chunk ?? Chunk.allocate(capacity: Chunk<Element>.smallest)
        chunk = nil
        guard var rest = inbox.take(leaving: spare, becomingIdle: false)?.first else {
            chunk = spare
            return
        }
        while true {
            rest.pointee.base.deinitialize(count: rest.pointee.count)
            guard let next = Chunk.free(rest) else { return }
            rest = next
        }
    }
}
