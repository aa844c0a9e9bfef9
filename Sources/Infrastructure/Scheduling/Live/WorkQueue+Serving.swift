extension WorkQueue {
    /// Runs work during an item, and parks without spinning while there is none.
    ///
    /// Traps unless the caller runs inside an item of `scheduler`: two threads would take items.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler of the queue.
    ///   - parker: blocks the thread.
    ///   - deadline: the moment at which to give up.
    ///   - isDone: the condition that ends the call.
    ///   - runOther: runs one item that is not in this queue, and returns whether there was one.
    /// - Returns: whether it is done; `false` at the deadline.
    func serve(
        _ scheduler: any Scheduler, _ parker: Parker, until deadline: SchedulerInstant,
        isDone: () -> Bool,
        runOther: (UnsafeMutablePointer<CurrentScheduler>) -> Bool = { _ in false }
    ) -> Bool {
        guard let frame = CurrentScheduler.frame, frame.pointee.scheduler === scheduler else {
            preconditionFailure(
                "scheduler '\(scheduler.name)' was served by a thread that does not run its work")
        }
        let provenance = frame.pointee.unmanagedProvenance
        frame.pointee.unmanagedProvenance = nil
        defer { frame.pointee.unmanagedProvenance = provenance }
        while !isDone() {
            let isIdle = !runOne(in: frame) && !runOther(frame)
            if deadline < .distantFuture, .monotonicNow >= deadline { return false }
            if isIdle, prepareToPark() {
                parker.park(until: min(wakeUp ?? .distantFuture, deadline))
            }
        }
        return true
    }
}
