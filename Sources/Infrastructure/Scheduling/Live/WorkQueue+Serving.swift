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
