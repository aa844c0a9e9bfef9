/// The calls that a scheduler makes when an item's turn has come, on the thread that runs its work.
extension WorkItem {
    /// Runs the item as work of `scheduler`, and releases the captures of the item.
    ///
    /// The scheduler is current during the run. Traps on a thread that does not run its items
    /// (`Scheduler.isRunByCaller`).
    public consuming func run(on scheduler: any Scheduler) {
        requireRunner(of: scheduler)
        runByOwner(of: scheduler)
    }

    /// Ends the item without running it, during a shutdown of `scheduler`.
    ///
    /// The captures of the item are released. A task whose call is skipped resumes with an error,
    /// and a skipped call without a waiting caller is counted. So each item has to be run or
    /// skipped, and an item with the choice `always` has to be run. Traps as `run(on:)` does.
    public consuming func skip(on scheduler: any Scheduler) {
        requireRunner(of: scheduler)
        skipByOwner(of: scheduler)
    }

    /// Runs the item, for the code of the scheduler itself.
    package consuming func runByOwner(of scheduler: any Scheduler) {
        enter(scheduler) { $0.run(in: $1) }
    }

    /// Ends the item without running it, for the code of the scheduler itself.
    package consuming func skipByOwner(of scheduler: any Scheduler) {
        enter(scheduler) { $0.skip(in: $1) }
    }

    private func requireRunner(of scheduler: any Scheduler) {
        precondition(
            scheduler.isRunByCaller,
            "a thread that does not run the items of scheduler '\(scheduler.name)' ran one")
    }

    private consuming func enter(
        _ scheduler: any Scheduler,
        _ end: (consuming WorkItem, UnsafeMutablePointer<CurrentScheduler>) -> Void
    ) {
        let provenance = provenance
        var item = Optional(self)
        CurrentScheduler.enter(scheduler) { frame in
            // unsafe, Unmanaged: the caller holds it
            frame.pointee.unmanagedProvenance = provenance.map(Unmanaged.passUnretained)
            if let item = item.take() { end(item, frame) }
        }
        withExtendedLifetime(provenance) {}
    }

    /// Whether the item is a step of a task.
    package var isJob: Bool {
        switch payload {
        case .job, .call: true
        case .closure, .runOrSkip, .timer: false
        }
    }

    /// Whether the item is only a message to its own scheduler about a timer.
    var isTimer: Bool { if case .timer = payload { true } else { false } }

    /// Whether the item is a step of a task or an actor, and not a call of a service.
    var isStepOfTask: Bool { atShutdown == .always }

    /// Runs the work on the calling thread, in the frame of its scheduler.
    private func run(in frame: UnsafeMutablePointer<CurrentScheduler>) {
        switch payload {
        case .closure(let body): body()
        case .runOrSkip(let work): work(true)
        case .job(let job):
            frame.pointee.isTask = isStepOfTask
            job.runSynchronously(on: frame.pointee.executor)
            frame.pointee.isTask = false
        case .call(let call, let job): AsyncCall.begin(call, job, on: frame.pointee.executor)
        case .timer: preconditionFailure("a timer must be run by its scheduler")
        }
    }

    /// Ends the work without running it.
    ///
    /// A task still needs its turn, in which its code finds that the call is skipped.
    func skip(in frame: UnsafeMutablePointer<CurrentScheduler>) {
        switch payload {
        case .closure, .timer: break
        case .runOrSkip(let work): work(false)
        case .job(let job):
            frame.pointee.isSkipping = true
            job.runSynchronously(on: frame.pointee.executor)
            frame.pointee.isSkipping = false
        case .call(let call, let job): AsyncCall.skip(call, job, on: frame.pointee.executor)
        }
    }
}
