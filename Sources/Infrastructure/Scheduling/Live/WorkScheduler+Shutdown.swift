extension WorkScheduler {
    /// Refuses new work, ends the queued work, and ends the thread.
    ///
    /// `mode` and the `ShutdownBehavior` of each item decide whether it runs. The method returns at
    /// once. It may be called from any thread, from an item of this scheduler, and repeatedly. Work
    /// that is posted from now on is refused with `PostResult.shutDown`, except for work that runs
    /// `always`.
    ///
    /// - Parameters:
    ///   - mode: what happens to queued work; of several calls, the strictest mode applies.
    ///   - completion: receives the report, as the last action on the thread and outside of the
    ///     scheduler. After the end of the thread, it is called at once on the caller's thread.
    public func shutDown(
        _ mode: ShutdownMode = .orderly, completion: (@Sendable (ShutdownReport) -> Void)? = nil
    ) {
        if let completion, let report = end.withLock({ $0.add(completion) }) { completion(report) }
        queue.close(mode)
        parker.unpark()
    }

    /// Waits for the end of a shutdown, whether it was requested before or is requested later.
    public func finished() async -> ShutdownReport {
        await withCheckedContinuation { continuation in
            let report = end.withLock { $0.add { continuation.resume(returning: $0) } }
            if let report { continuation.resume(returning: report) }
        }
    }

    /// Shuts down, and blocks the caller until the work has ended; for the end of a program.
    ///
    /// After `Schedulers.refuseBlockingOnMain()`, a debug build traps on the main scheduler: use
    /// `shutDown` and `finished()` there.
    ///
    /// - Throws: `BlockingError` with the code `cycle` when this scheduler waits, directly or not,
    ///   for the caller's scheduler; the shutdown has not begun then.
    @available(
        *, noasync,
        message: "it blocks a thread of the concurrency runtime: use shutDown and finished()"
    )
    public func shutDownAndWait(
        _ mode: ShutdownMode = .orderly, file: StaticString = #fileID, line: UInt = #line
    ) throws(BlockingError) -> ShutdownReport {
        Schedulers.willBlock("shutDownAndWait of scheduler '\(name)'")
        let wait = try WaitGraph.block(on: self, file, line)
        defer { wait.end() }
        let parker = Parker()
        let answer = Guarded<ShutdownReport?>(nil)
        shutDown(mode) { report in
            answer.withLock { $0 = report }
            parker.unpark()
        }
        while true {
            if let report = answer.withLock({ $0 }) { return report }
            parker.park(until: .distantFuture)
        }
    }

    /// Ends the remaining work of the queue.
    ///
    /// - Returns: the completion handlers, when the thread may end; otherwise `nil`.
    func endWork(
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) -> [@Sendable (ShutdownReport) -> Void]? {
        // The inbox was closed before the shutdown became visible, so all accepted items are in the
        // queue.
        while queue.runOne(in: frame) {}
        queue.endTimers(in: frame)
        while runLate(in: frame) {}
        return end.withLock { $0.end(with: queue.report) }
    }

    /// Runs one of the items that arrived after the inbox was closed.
    ///
    /// - Returns: whether there was one.
    func runLate(in frame: UnsafeMutablePointer<CurrentScheduler>) -> Bool {
        guard let item = end.withLock({ $0.takeLate() }) else { return false }
        queue.end(item, in: frame)
        return true
    }
}
