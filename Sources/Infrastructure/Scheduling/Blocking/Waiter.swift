/// Receives the answer for a blocked caller.
///
/// It is not an `AsyncCall`, which moves a task: a blocked thread has no task to move, and serves
/// the items of its own scheduler meanwhile.
final class Waiter<Value: Sendable>: Sendable {
    private let answer = Guarded<Result<Value, any Error>?>(nil)
    private let own: (any ServingScheduler)?
    private let parker = Parker()

    /// Creates a waiter on the caller's thread.
    ///
    /// While it waits, it serves the caller's scheduler, if that scheduler is a `ServingScheduler`.
    init() {
        own = Schedulers.current as? any ServingScheduler
    }

    /// Stores the answer and wakes the caller; called on any thread.
    func take(_ result: Result<Value, any Error>) {
        answer.withLock { $0 = result }
        if let own { own.recheckServing() } else { parker.unpark() }
    }

    /// Waits on the thread that made the waiter; `nil` when the deadline has passed.
    ///
    /// - Throws: `BlockingError` when the caller's scheduler has no work left that could produce
    ///   the answer, or when it does not serve and would wait for itself, directly or through
    ///   others.
    func wait(
        atMost deadline: Duration?, for target: any Scheduler
    ) throws(BlockingError) -> Result<Value, any Error>? {
        let now = own?.now ?? .monotonicNow
        let moment = deadline.map(now.advanced(by:)) ?? .distantFuture
        if let own {
            let wait = WaitGraph.serve(whileWaitingFor: target)
            defer { wait.end() }
            PartialDelivery.deliverRestOfCurrent { isAnswered }
            let isDone = own.serve(until: moment) { isAnswered }
            if !isDone, deadline == nil { throw .cycle([own.name, target.name]) }
        } else {
            let wait = try WaitGraph.block(on: target, #fileID, #line)
            defer { wait.end() }
            while !isAnswered, SchedulerInstant.monotonicNow < moment {
                parker.park(until: moment)
            }
        }
        return answer.withLock { $0.take() }
    }

    private var isAnswered: Bool { answer.withLock { $0 != nil } }
}
