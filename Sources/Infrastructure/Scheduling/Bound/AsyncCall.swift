import Synchronization

/// An asynchronous call of a task to a service: the task itself moves there, as to an actor.
///
/// The call is an executor for one job, the next step of the task, which waits here for its turn.
/// An item for it queues on the home scheduler among all other work. So a shutdown or a full queue
/// treats the call like other work. The side that ends the wait runs the job: the home scheduler at
/// the item's turn, or earlier the code that refuses the call.
@usableFromInline
actor AsyncCall: SerialExecutor {
    /// The reason why the task's call is not made.
    @usableFromInline
    enum Refusal: UInt8 {
        /// The task was cancelled.
        case cancelled
        /// The deadline has come.
        case late
        /// A shutdown skipped the item.
        case skipped
        /// The scheduler took no more items.
        case shutDown
        /// The scheduler's queue was full.
        case full
    }

    /// The progress of the call: one of these numbers, or the raw value of a refusal.
    private enum Phase {
        /// The task has not arrived yet.
        static var open: UInt8 { 253 }
        /// The next step of the task waits here.
        static var waiting: UInt8 { 254 }
        /// The task runs on the home scheduler.
        static var begun: UInt8 { 255 }
    }

    // unsafe, Unmanaged, unowned(unsafe), _withUnsafeGuaranteedRef: the posted item keeps it
    /// The reference of the item, which releases it at its turn.
    @usableFromInline typealias Reference = Unmanaged<AsyncCall>

    // The fields that the home scheduler touches come first, together in a cache line: another
    // processor makes the call.
    private nonisolated let phase = Atomic<UInt8>(Phase.open)
    // Released on the home scheduler only, after the item: releasing the task's handle releases it.
    private nonisolated let construction: Unmanaged<Construction>
    private nonisolated(unsafe) var job: UnownedJob?  // written before it waits
    // The handle holds it, and the task holds the handle; it is used only before the task waits
    // here.
    private nonisolated unowned(unsafe) let scheduler: any Scheduler
    private nonisolated let provenance: Provenance?

    /// Creates a call of the service of `construction` on `scheduler`.
    ///
    /// The caller holds both until the task has returned.
    @usableFromInline
    init(
        to construction: Unmanaged<Construction>, on scheduler: borrowing any Scheduler,
        _ provenance: Provenance?
    ) {
        self.construction = construction
        self.scheduler = copy scheduler
        self.provenance = provenance
    }

    /// The reason why the task is not on the home scheduler; `nil` when it is.
    @usableFromInline nonisolated var refusal: Refusal? {
        Refusal(rawValue: phase.load(ordering: .relaxed))
    }

    /// Resumes the task without its call, unless the call has begun; from any thread.
    @usableFromInline
    nonisolated func refuse(_ refusal: Refusal) {
        if claims(refusal.rawValue), let job { runElsewhere(job) }
    }

    /// Ends the wait.
    ///
    /// - Returns: whether a job waited; the caller then has to run it.
    private nonisolated func claims(_ next: UInt8) -> Bool {
        var seen = Phase.waiting
        while seen == Phase.waiting || seen == Phase.open {
            let (isExchanged, former) = phase.compareExchange(
                expected: seen, desired: next, ordering: .acquiringAndReleasing)
            if isExchanged { return seen == Phase.waiting }
            seen = former
        }
        return false
    }

    // MARK: For the item

    /// Resumes the task when the service has been built; called on its scheduler.
    nonisolated static func begin(
        _ call: Reference, _ job: UnownedJob, on executor: UnownedSerialExecutor
    ) {
        // A task that does not wait may already have released the service.
        let construction = call._withUnsafeGuaranteedRef {
            $0.phase.load(ordering: .acquiring) == Phase.waiting ? $0.construction : nil
        }
        let isUnderWay = construction?._withUnsafeGuaranteedRef { $0.isUnderWay } ?? false
        guard isUnderWay else { return run(call, job, as: Phase.begun, on: executor) }
        construction?._withUnsafeGuaranteedRef {
            $0.queue { run(call, job, as: Phase.begun, on: executor) }
        }
    }

    /// Ends the wait without calling the service, on the home scheduler.
    ///
    /// The task then releases the captures of the call.
    nonisolated static func skip(
        _ call: Reference, _ job: UnownedJob, on executor: UnownedSerialExecutor
    ) {
        run(call, job, as: Refusal.skipped.rawValue, on: executor)
    }

    private nonisolated static func run(
        _ call: Reference, _ job: UnownedJob, as phase: UInt8, on executor: UnownedSerialExecutor
    ) {
        let isClaimed = call._withUnsafeGuaranteedRef { $0.claims(phase) }
        call.release()  // before the task, which holds the other one, resumes
        if isClaimed { job.runSynchronously(on: executor) }
    }

    // MARK: For the task

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Accepts the task's next step, and queues an item for its turn.
    @usableFromInline
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let scheduler = scheduler
        let provenance = provenance
        // Once the task waits, a refusal may make it release everything that it held.
        let call = Unmanaged.passRetained(self)
        let job = UnownedJob(job)
        self.job = job
        let (isOpen, _) = phase.compareExchange(
            expected: Phase.open, desired: Phase.waiting, ordering: .releasing)
        if isOpen {
            let postResult = scheduler.post(WorkItem(call, job, provenance: provenance))
            if postResult == .accepted { return }
            call._withUnsafeGuaranteedRef { $0.refuse(postResult == .full ? .full : .shutDown) }
        } else {
            runElsewhere(job)
        }
        call.release()
    }
}
