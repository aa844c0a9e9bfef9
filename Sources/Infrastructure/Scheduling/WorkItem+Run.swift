/// What a scheduler does with an item whose turn has come, on the thread that it runs its work on.
extension WorkItem {
    /// Runs the item as work of `scheduler`, which is current meanwhile, and releases what the item captured.
    public consuming func run(on scheduler: any Scheduler) {
        enter(scheduler) { $0.run(on: $1) }
    }

    /// Ends the item without running it, as part of `scheduler`'s shutdown, and releases what the item captured.
    ///
    /// A task whose call is skipped goes on with an error, and a skipped call that nobody waits for is counted. So every item has to
    /// be run or skipped. An item with the choice `always` has to be run.
    public consuming func skip(on scheduler: any Scheduler) {
        enter(scheduler) { $0.skip(on: $1) }
    }

    private consuming func enter(
        _ scheduler: any Scheduler, _ end: (consuming WorkItem, UnownedSerialExecutor) -> Void
    ) {
        let provenance = provenance
        var item = Optional(self)
        CurrentScheduler.enter(scheduler) { frame in
            // unsafe, Unmanaged: the caller holds it
            frame.pointee.unmanagedProvenance = provenance.map(Unmanaged.passUnretained)
            if let item = item.take() { end(item, frame.pointee.executor) }
        }
        withExtendedLifetime(provenance) {}
    }

    /// Whether the item is a message to its own scheduler about a timer, and no work.
    var isTimer: Bool { if case .timer = payload { true } else { false } }

    /// Runs the work on the calling thread, which must be the one that `executor`'s scheduler uses now.
    @inline(__always)
    func run(on executor: UnownedSerialExecutor) {
        switch payload {
        case .closure(let body): body()
        case .settling(let work): work(true)
        case .job(let job): job.runSynchronously(on: executor)
        case .visit(let visit, let job): Visit.begin(visit, job, on: executor)
        case .timer: preconditionFailure("a scheduler keeps its own timers")
        }
    }

    /// Ends the work without running it; a task still needs its turn, and finds out by itself that it was skipped.
    func skip(on executor: UnownedSerialExecutor) {
        switch payload {
        case .closure, .timer: break
        case .settling(let work): work(false)
        case .job(let job): job.runSynchronously(on: executor)
        case .visit(let visit, let job): Visit.skip(visit, job, on: executor)
        }
    }
}
