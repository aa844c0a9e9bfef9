import Synchronization

/// The closure of recursive work, and whether its next round has been requested.
final class Rounds: @unchecked Sendable {  // work: used on the scheduler only
    /// Weak: the work waits in the queue of this scheduler.
    private weak let scheduler: (any Scheduler)?
    private var work: ((@escaping @Sendable () -> Void) -> Void)?
    private let repetition: Repetition
    private let file: StaticString
    private let line: UInt
    private let isAsked = Atomic<Bool>(false)

    init(
        scheduler: any Scheduler, work: sending @escaping (@escaping @Sendable () -> Void) -> Void,
        repetition: Repetition, file: StaticString, line: UInt
    ) {
        self.scheduler = scheduler
        self.work = work
        self.repetition = repetition
        self.file = file
        self.line = line
    }

    deinit {
        repetition.cancel()  // no round is queued, and none can be requested
        if let scheduler { scheduler.release(work.take()) }
    }

    func again() {
        guard let scheduler, repetition.isActive,
            !isAsked.exchange(true, ordering: .acquiringAndReleasing)
        else {
            return
        }
        let item = WorkItem({ self.round() }, atShutdown: .skip, provenance: .here(file, line))
        repetition.wait(for: scheduler.post(item, at: scheduler.now, tolerance: .zero))
    }

    private func round() {
        isAsked.store(false, ordering: .releasing)
        if repetition.isActive { work? { self.again() } }
    }
}
