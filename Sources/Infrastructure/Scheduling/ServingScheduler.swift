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

extension WorkScheduler: ServingScheduler {
    /// Runs this scheduler's work during the running item, and parks while there is none.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        queue.serve(parker, until: deadline, isDone: isDone) { frame in
            // The inbox was closed before the shutdown became visible, so all accepted items are in
            // the queue.
            queue.isClosing && (queue.runOne(in: frame) || runLate(in: frame))
        }
    }

    /// Wakes the thread that serves.
    public func recheckServing() { parker.unpark() }
}

extension WorkQueue {
    /// Runs work during an item, and parks without spinning while there is none.
    ///
    /// - Parameters:
    ///   - parker: blocks the thread.
    ///   - deadline: the moment at which to give up.
    ///   - isDone: the condition that ends the call.
    ///   - runOther: runs one item that is not in this queue, and returns whether there was one.
    /// - Returns: whether it is done; `false` at the deadline.
    func serve(
        _ parker: Parker, until deadline: SchedulerInstant, isDone: () -> Bool,
        runOther: (UnsafeMutablePointer<CurrentScheduler>) -> Bool = { _ in false }
    ) -> Bool {
        guard let frame = CurrentScheduler.frame else {
            preconditionFailure("a scheduler can serve its work only on its own thread")
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
