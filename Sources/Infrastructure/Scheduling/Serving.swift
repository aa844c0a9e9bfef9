/// A scheduler that can go on with its own work in the middle of an item that waits for something.
protocol ServingScheduler: Scheduler {
    /// Runs this scheduler's work until `isDone`; called inside of it.
    ///
    /// - Returns: whether it is done; `false` when the deadline has come, or when nothing is left that could change it.
    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool

    /// Has `serve` look at `isDone` again, from any thread.
    func stirFromServing()
}

extension WorkScheduler: ServingScheduler {
    func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        queue.serve(parker, until: deadline, isDone: isDone) { frame in
            // The inbox was closed before the shutdown could be seen: what was accepted before that is there.
            queue.isClosing && (queue.runOne(in: frame) || runLate(in: frame))
        }
    }

    func stirFromServing() { parker.unpark() }
}

extension WorkQueue {
    /// Runs work in the middle of an item, and parks while there is none; no spinning.
    ///
    /// - Parameter runOther: runs one item that is not in this queue, and tells whether there was one.
    func serve(
        _ parker: Parker, until deadline: SchedulerInstant, isDone: () -> Bool,
        runOther: (UnsafeMutablePointer<CurrentScheduler>) -> Bool = { _ in false }
    ) -> Bool {
        guard let frame = CurrentScheduler.frame else {
            preconditionFailure("a scheduler serves its work on its own thread only")
        }
        let provenance = frame.pointee.unmanagedProvenance
        frame.pointee.unmanagedProvenance = nil
        defer { frame.pointee.unmanagedProvenance = provenance }
        while !isDone() {
            let isIdle = !runOne(in: frame) && !runOther(frame)
            if deadline < .distantFuture, .monotonicNow >= deadline { return false }
            if isIdle, goesIdle() { parker.park(until: min(wakeUp ?? .distantFuture, deadline)) }
        }
        return true
    }
}
