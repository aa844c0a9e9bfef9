import Synchronization

/// The closure of recursive work, and whether its next run has been requested.
final class RecursiveWork: @unchecked Sendable {  // work: used on the scheduler only
    /// Weak: the work waits in the queue of this scheduler.
    private weak let scheduler: (any Scheduler)?
    private var work: ((@escaping @Sendable () -> Void) -> Void)?
    private let repeatingWork: RepeatingWork
    private let file: StaticString
    private let line: UInt
    private let isNextRequested = Atomic<Bool>(false)

    init(
        scheduler: any Scheduler, work: sending @escaping (@escaping @Sendable () -> Void) -> Void,
        repeatingWork: RepeatingWork, file: StaticString, line: UInt
    ) {
        self.scheduler = scheduler
        self.work = work
        self.repeatingWork = repeatingWork
        self.file = file
        self.line = line
    }

    deinit {
        repeatingWork.cancel()  // no run is queued, and none can be requested
        if let scheduler { scheduler.release(work.take()) }
    }

    func again() {
        guard let scheduler, repeatingWork.isActive,
            !isNextRequested.exchange(true, ordering: .acquiringAndReleasing)
        else {
            return
        }
        let item = WorkItem({ self.run() }, atShutdown: .skip, provenance: .capture(file, line))
        repeatingWork.wait(for: scheduler.post(item, at: scheduler.now, tolerance: .zero))
    }

    private func run() {
        isNextRequested.store(false, ordering: .releasing)
        if repeatingWork.isActive { work? { self.again() } }
    }
}
