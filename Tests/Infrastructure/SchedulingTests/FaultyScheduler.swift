import Scheduling
import Synchronization

/// A scheduler that breaks one rule about its end.
final class FaultyScheduler: Scheduler {
    enum Fault: CaseIterable {
        case refusesWhatRunsAlways
        case forgetsWorkForTheDistantFuture
        case dropsWhatIsQueued
        case runsWhatIsToBeSkipped

        /// The report of a suite.
        var violation: String {
            switch self {
            case .refusesWhatRunsAlways: "item 1 was rejected: shutDown"
            case .forgetsWorkForTheDistantFuture: "timeout: work for the end"
            case .dropsWhatIsQueued: "timeout: the outcome of the queued item"
            case .runsWhatIsToBeSkipped: "skipped work ran: [\"queued\"]"
            }
        }
    }

    private let fault: Fault
    private let home = WorkScheduler(name: "faulty")
    private let isShutDown = Atomic(false)

    init(_ fault: Fault) { self.fault = fault }

    var name: String { home.name }
    var now: SchedulerInstant { home.now }
    var isCurrent: Bool { home.isCurrent || Schedulers.current === self }
    var isRunByCaller: Bool { home.isRunByCaller }
    var backlog: Backlog { home.backlog }

    func shutDown() {
        isShutDown.store(true, ordering: .relaxed)
        home.shutDown(.finishRunning)
    }

    func post(_ item: consuming WorkItem) -> PostResult {
        let choice = item.atShutdown
        switch fault {
        case .refusesWhatRunsAlways where isShutDown.load(ordering: .relaxed): return .shutDown
        case .dropsWhatIsQueued where choice != .always: return home.post(wrapped(item, .skip))
        case .runsWhatIsToBeSkipped where choice == .skip:
            return home.post(wrapped(item, .always))
        default: return home.post(item)
        }
    }

    func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        if fault == .forgetsWorkForTheDistantFuture, moment == .distantFuture {
            return ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        }
        return home.post(item, at: moment, tolerance: tolerance)
    }

    /// An item of another choice that runs `item`.
    private func wrapped(_ item: consuming WorkItem, _ choice: ShutdownBehavior) -> WorkItem {
        let parcel = Guarded<WorkItem?>(item)
        return WorkItem(
            { parcel.withLock { $0.take() }?.run(on: self) }, atShutdown: choice, provenance: nil)
    }
}
