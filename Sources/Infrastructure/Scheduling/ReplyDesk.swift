import Dispatch

/// Where a task waits for a reply: an executor with room for one job, which is the waiting task's next step.
///
/// A continuation is resumed on the global executor, whose thread has to be woken only to go on from there to the caller's
/// executor. The step that waits here is run where the answer is given, and goes to the caller's executor at once, as it does
/// from an actor.
actor ReplyDesk<Value: Sendable>: SerialExecutor {
    private nonisolated let reply: Reply<Value>
    // The reply's lock orders these: the job is here before the reply has a receiver, who brings the answer.
    private nonisolated(unsafe) var call: (@Sendable () -> Void)?  // taken by `enqueue`
    private nonisolated(unsafe) var job: UnownedJob?  // set by `enqueue`
    private nonisolated(unsafe) var answer: Reply<Value>.Answer?  // set before the job is run

    /// A desk for the task that waits for `reply`; `call` is made when the task has left its own executor.
    init(for reply: Reply<Value>, _ call: @escaping @Sendable () -> Void) {
        self.reply = reply
        self.call = call
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Takes the waiting task's next step, and makes the call.
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        self.job = UnownedJob(job)
        reply.receive { answer, giver in self.take(answer, from: giver) }
        call.take()?()
    }

    private nonisolated func take(_ answer: Reply<Value>.Answer, from giver: Reply<Value>.Giver) {
        guard let job else { preconditionFailure("there is no answer without a question") }
        self.answer = answer
        switch giver {
        case .call: job.runSynchronously(on: asUnownedSerialExecutor())
        case .refusal:
            // It may come from inside `enqueue`, or from a cancellation, where the runtime's locks are held.
            DispatchQueue.global().async {
                job.runSynchronously(on: self.asUnownedSerialExecutor())
            }
        }
    }

    /// The answer; the desk's only step, for which it has to be waited.
    @inline(never)  // so that the optimiser sees a reason to go to the desk
    func collect() throws -> Value {
        guard let answer else { preconditionFailure("the desk is left before the answer is there") }
        return try answer.get()
    }
}
