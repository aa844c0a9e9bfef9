import Synchronization

/// The way of a task to a service: it goes there itself, as to an actor, and makes its call there.
///
/// The task waits here for its turn: this is an executor with room for one job, the task's next step. An item that stands for
/// it queues at home with all other work, so that a shutdown or a full queue treats the call as what it is. The one who claims
/// the visit runs the job: home at the item's turn, or else whoever refuses the call before.
@usableFromInline
actor Visit: SerialExecutor {
    /// Why the task's call is not made.
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

    /// How far the visit has come: a number below, or the one of a refusal.
    private enum Phase {
        /// The task is on its way here.
        static var open: UInt8 { 253 }
        /// The task's next step is here.
        static var waiting: UInt8 { 254 }
        /// The task is at home.
        static var begun: UInt8 { 255 }
    }

    // unsafe, Unmanaged, unowned(unsafe), _withUnsafeGuaranteedRef: the posted item keeps it
    /// As the item holds it, which gives the reference back at its turn.
    @usableFromInline typealias Reference = Unmanaged<Visit>

    // What home touches comes first, together in a cache line: the visit is made on another processor.
    private nonisolated let phase = Atomic<UInt8>(Phase.open)
    // Released at home only, behind the item: the handle that the task holds is what lets it go.
    private nonisolated let construction: Unmanaged<Construction>
    private nonisolated(unsafe) var job: UnownedJob?  // written before the visit waits
    // Held by the handle, which the task holds; of use before it waits here.
    private nonisolated unowned(unsafe) let scheduler: any Scheduler
    private nonisolated let provenance: Provenance?

    /// A visit to the service that `construction` is about, on `scheduler`; the caller holds both until the task is back.
    @usableFromInline
    init(
        to construction: Unmanaged<Construction>, on scheduler: borrowing any Scheduler,
        _ provenance: Provenance?
    ) {
        self.construction = construction
        self.scheduler = copy scheduler
        self.provenance = provenance
    }

    /// Why the task is not at home; `nil` when it is.
    @usableFromInline nonisolated var refusal: Refusal? {
        Refusal(rawValue: phase.load(ordering: .relaxed))
    }

    /// Lets the task go on in place of its call, unless that has begun; from any thread.
    @usableFromInline
    nonisolated func refuse(_ refusal: Refusal) {
        if claims(refusal.rawValue), let job { runElsewhere(job) }
    }

    /// Ends the time of waiting, and answers whether it was the caller who did, and has to run the job.
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

    /// Lets the task go on, when the service is built; on its scheduler.
    nonisolated static func begin(
        _ visit: Reference, _ job: UnownedJob, on executor: UnownedSerialExecutor
    ) {
        // Unless the task waits, it may have let go of the service meanwhile.
        let construction = visit._withUnsafeGuaranteedRef {
            $0.phase.load(ordering: .acquiring) == Phase.waiting ? $0.construction : nil
        }
        let isUnderWay = construction?._withUnsafeGuaranteedRef { $0.isUnderWay } ?? false
        guard isUnderWay else { return run(visit, job, as: Phase.begun, on: executor) }
        construction?._withUnsafeGuaranteedRef {
            $0.queue { run(visit, job, as: Phase.begun, on: executor) }
        }
    }

    /// Ends the visit without a call, on its scheduler, where the task lets go of what the call captured.
    nonisolated static func skip(
        _ visit: Reference, _ job: UnownedJob, on executor: UnownedSerialExecutor
    ) {
        run(visit, job, as: Refusal.skipped.rawValue, on: executor)
    }

    private nonisolated static func run(
        _ visit: Reference, _ job: UnownedJob, as phase: UInt8, on executor: UnownedSerialExecutor
    ) {
        let isClaimed = visit._withUnsafeGuaranteedRef { $0.claims(phase) }
        visit.release()  // before the task may be back: it holds the other reference
        if isClaimed { job.runSynchronously(on: executor) }
    }

    // MARK: For the task

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Takes the task's next step, and queues for its turn.
    @usableFromInline
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let scheduler = scheduler
        let provenance = provenance
        // From when it waits, a refusal may have the task let go of all that it held.
        let visit = Unmanaged.passRetained(self)
        let job = UnownedJob(job)
        self.job = job
        let (isOpen, _) = phase.compareExchange(
            expected: Phase.open, desired: Phase.waiting, ordering: .releasing)
        if isOpen {
            let posting = scheduler.post(WorkItem(visit, job, provenance: provenance))
            if posting == .accepted { return }
            visit._withUnsafeGuaranteedRef { $0.refuse(posting == .full ? .full : .shutDown) }
        } else {
            runElsewhere(job)
        }
        visit.release()
    }
}
