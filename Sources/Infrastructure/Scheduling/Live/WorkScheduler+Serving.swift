extension WorkScheduler: ServingScheduler {
    /// Runs this scheduler's work during the running item, and parks while there is none.
    ///
    /// Traps outside of its items.
    public func serve(until deadline: SchedulerInstant, isDone: () -> Bool) -> Bool {
        queue.serve(self, parker, until: deadline, isDone: isDone) { frame in
            // The inbox was closed before the shutdown became visible, so all accepted items are in
            // the queue.
            queue.isClosing && (queue.runOne(in: frame) || runLate(in: frame))
        }
    }

    /// Wakes the thread that serves.
    public func recheckServing() { parker.unpark() }
}
