import CScheduling
import Synchronization

/// The part of a handover that lives as long as a batch of it is under way.
@usableFromInline
final class HandoverCore<Element>: @unchecked Sendable {  // `chunk` and `receive` are touched on the scheduler only
    @usableFromInline let inbox: Inbox<Element>
    private let scheduler: any Scheduler
    private let isClosed = Atomic<Bool>(false)
    private var receive: ((consuming Element) -> Void)?
    private var chunk: UnsafeMutablePointer<Chunk<Element>>?

    init(
        scheduler: any Scheduler, bound: Int?,
        receive: sending @escaping (consuming Element) -> Void
    ) {
        self.scheduler = scheduler
        self.receive = receive
        inbox = Inbox(bound: bound, consumerIsIdle: true)
    }

    deinit {
        if let chunk { Chunk.free(chunk) }
    }

    /// Has the batch delivered that the caller's value began.
    ///
    /// - Returns: whether the scheduler does that.
    @usableFromInline
    func wake(_ provenance: Provenance?) -> Bool {
        if scheduler.post(WorkItem({ self.deliver() }, provenance: provenance)).isAccepted {
            return true
        }
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
    private func deliver() {
        guard let receive else { return }
        let spare = chunk ?? Chunk.allocate(capacity: Chunk<Element>.smallest)
        chunk = nil
        let taken = inbox.take(leaving: spare)
        var next = taken?.first
        let count = taken?.count ?? 0
        if next == nil { chunk = spare }
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
        if count > 1 || inbox.seemsFilled {
            for _ in 0..<64 { cs_relax() }
        }
        guard !inbox.becomesIdle(), !isClosed.load(ordering: .relaxed) else { return }
        _ = wake(nil)
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
        guard var rest = inbox.take(leaving: spare)?.first else {
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
