/// A scheduler that can run its other work during an item that waits.
///
/// `SchedulerBound.wait` uses this where the caller's scheduler conforms. On any other scheduler it
/// blocks the thread.
public protocol ServingScheduler: Scheduler {
    /// Runs this scheduler's work until `isDone` returns `true`; called by work of this scheduler.
    ///
    /// - Parameters:
    ///   - deadline: the moment of this scheduler's clock at which to give up.
    ///   - isDone: the condition that ends the call.
    /// - Returns: whether it is done; `false` at the deadline, or when no work is left that could
    ///   change the answer.
    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool

    /// Makes `serve` evaluate `isDone` again, from any thread.
    func recheckServing()
}
