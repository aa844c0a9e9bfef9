import Synchronization

/// The link between one scheduler's queue and its observers.
package final class SchedulerInstrumentation: Sendable {
    private final class Observation: Sendable {
        let observer: any SchedulerObserver

        init(_ observer: any SchedulerObserver) { self.observer = observer }
    }

    private struct State {
        /// The inbox of the scheduler's queue; `nil` when that queue is gone.
        var inbox: MPSCQueue<WorkItem>?
        var backlogObservers: [UInt64: @Sendable (Backlog) -> Void] = [:]
        var observersAdded: UInt64 = 0
    }

    private static let numbers = Atomic<UInt64>(0)
    private static let unknown = Int64.min

    private let scheduler: String
    /// A number that distinguishes schedulers of the same name.
    let number = SchedulerInstrumentation.numbers.add(1, ordering: .relaxed).newValue
    private let isMain: Bool
    /// The observer, which is stored once and then read without a lock.
    private let observation = AtomicLazyReference<Observation>()
    private let runningPost = Atomic<Int64>(SchedulerInstrumentation.unknown)
    private let state = Guarded(State())

    init(scheduler: String, isMain: Bool) {
        self.scheduler = scheduler
        self.isMain = isMain
    }

    /// Watches `inbox` for items that wait; `nil` ends the watch.
    func watch(_ inbox: MPSCQueue<WorkItem>?) { state.withLock { $0.inbox = inbox } }

    // MARK: The observer

    /// The observer of the scheduler's work; `nil` where no type is installed.
    package var observer: (any SchedulerObserver)? { observation.load()?.observer }

    /// Creates the observer, unless there is one.
    func observe(by type: any SchedulerObserver.Type) {
        if observation.load() != nil { return }
        let observer = type.init(scheduler: scheduler, number: number, isMain: isMain)
        _ = observation.storeIfNil(Observation(observer))
    }

    /// The provenance of the item that has waited longest in the inbox, where it is recorded.
    package var oldestWaiting: Provenance? {
        state.withLock { $0.inbox?.first { $0.provenance } }
    }

    // MARK: The backlog

    /// The moment at which the innermost running item was posted, where times are recorded.
    ///
    /// All waiting items were posted later.
    var runningPostedAt: SchedulerInstant? {
        let moment = runningPost.load(ordering: .relaxed)
        return moment == Self.unknown ? nil : SchedulerInstant(nanoseconds: moment)
    }

    /// Sets the moment at which the running item was posted, and returns the former one.
    func setRunningPostedAt(_ moment: SchedulerInstant?) -> SchedulerInstant? {
        defer { runningPost.store(moment?.nanoseconds ?? Self.unknown, ordering: .relaxed) }
        return runningPostedAt
    }

    /// Passes the backlog to its observers, and reports the items that were taken now.
    ///
    /// - Returns: whether later batches have to be announced.
    func announce(_ backlog: Backlog, taken: Int) -> Bool {
        let observer = observer
        observer?.took(taken)
        let backlogObservers = state.withLock { $0.backlogObservers.values.map { $0 } }
        for backlogObserver in backlogObservers { backlogObserver(backlog) }
        return observer?.countsBatches == true || !backlogObservers.isEmpty
    }

    func addBacklogObserver(_ observer: @escaping @Sendable (Backlog) -> Void) -> UInt64 {
        state.withLock { state in
            state.observersAdded += 1
            state.backlogObservers[state.observersAdded] = observer
            return state.observersAdded
        }
    }

    func removeBacklogObserver(_ id: UInt64) {
        _ = state.withLock { $0.backlogObservers.removeValue(forKey: id) }
    }
}
