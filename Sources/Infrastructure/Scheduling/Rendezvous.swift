import Dispatch

/// Where a call and the one who waits for its answer meet, once.
///
/// A task waits here as at an actor: this is an executor with room for one job, the task's next step, which is run where the
/// answer is given, and goes to its caller's executor from there. A continuation would be resumed on the global executor, whose
/// thread has to be woken only to pass it on.
@usableFromInline
actor Rendezvous: SerialExecutor {
    private enum Phase {
        case open
        /// Somebody is about to answer.
        case taken
        case answered
    }

    private enum Receiver {
        case closure(@Sendable () -> Void)
        case task(UnownedJob)
    }

    private struct State {
        var phase = Phase.open
        var receiver: Receiver?
        var deadline: Reminder?
    }

    private nonisolated let state = Guarded(State())
    // Set by the task that is about to wait, and taken by its `enqueue`.
    @usableFromInline @exclusivity(unchecked)
    nonisolated(unsafe) var call: (@Sendable () -> Void)?  // see above

    @usableFromInline
    init() {}

    /// Has `receiver` called when there is an answer, on the thread where it is given.
    nonisolated func receive(_ receiver: @escaping @Sendable () -> Void) {
        if !keep(.closure(receiver)) { receiver() }
    }

    private nonisolated func keep(_ receiver: Receiver) -> Bool {
        state.withLock { state in
            if state.phase != .answered { state.receiver = receiver }
            return state.phase != .answered
        }
    }

    /// Has `timer` cancelled when there is an answer.
    @usableFromInline
    nonisolated func cancelWhenAnswered(_ timer: Reminder) {
        let isAnswered = state.withLock { state in
            if state.phase != .answered { state.deadline = timer }
            return state.phase == .answered
        }
        if isAnswered { timer.cancel() }
    }

    /// Whether the caller is the one who answers; it then has to `deliver()`.
    @usableFromInline
    nonisolated func claim() -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = .taken
            return true
        }
    }

    /// The answer is there: tells the receiver, or lets the task that waits go on.
    @usableFromInline
    nonisolated func deliver() {
        if let job = takeJob() { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// The same, for an answer that is given in place of the call.
    nonisolated func deliverElsewhere() {
        if let job = takeJob() { runElsewhere(job) }
    }

    private nonisolated func takeJob() -> UnownedJob? {
        let (receiver, deadline) = state.withLock { state in
            state.phase = .answered
            defer { (state.receiver, state.deadline) = (nil, nil) }
            return (state.receiver, state.deadline)
        }
        deadline?.cancel()
        switch receiver {
        case .closure(let receiver): receiver()
        case .task(let job): return job
        case nil: break
        }
        return nil
    }

    // MARK: For a task

    /// Waits for the answer; what a task comes to this executor for.
    @usableFromInline
    @inline(never)  // so that the optimiser sees a reason to come
    func meet() {}

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        asUnownedSerialExecutor()
    }

    @usableFromInline
    nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Takes the waiting task's next step, and makes the call.
    @usableFromInline
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let call = call.take()
        if keep(.task(job)) { call?() } else { runElsewhere(job) }
    }

    /// Lets the task go on whose call is not made: on another thread, since this one may be inside of the runtime's locks, or of
    /// the task itself.
    private nonisolated func runElsewhere(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
