extension WorkScheduler {
    /// Takes no more work, ends what is there as `mode` and each item's `ShutdownChoice` say, and ends the thread.
    ///
    /// Returns at once; callable from any thread, from an item of this scheduler, and again. Work that is posted from now on
    /// is answered with `Posting.shutDown`, except for what runs `always`.
    ///
    /// - Parameters:
    ///   - mode: what becomes of queued work; of several calls' modes the strictest holds.
    ///   - completion: is told of what was run and skipped, as the last thing on the thread and outside of the scheduler (when
    ///     that has ended already, at once on the caller's).
    public func shutDown(
        _ mode: ShutdownMode = .orderly, completion: (@Sendable (ShutdownReport) -> Void)? = nil
    ) {
        if let completion, let report = end.withLock({ $0.add(completion) }) { completion(report) }
        queue.close(mode)
        parker.unpark()
    }

    /// Waits for the end of a shutdown that has been or will be asked for.
    public func finished() async -> ShutdownReport {
        await withCheckedContinuation { continuation in
            let report = end.withLock { $0.add { continuation.resume(returning: $0) } }
            if let report { continuation.resume(returning: report) }
        }
    }

    /// Shuts down, and blocks the caller until that is done; for the end of a program.
    ///
    /// After `Schedulers.refuseBlockingOnMain()` a debug build traps on the main scheduler: use `shutDown` and `finished()` there.
    ///
    /// - Throws: `BlockingError.cycle` when this scheduler waits, directly or not, for the caller's; nothing has happened then.
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

    /// Ends the queue's remains; when the thread may end, the answer is who wants to know.
    func endsWork(
        in frame: UnsafeMutablePointer<CurrentScheduler>
    ) -> [@Sendable (ShutdownReport) -> Void]? {
        // The inbox was closed before the shutdown could be seen: what was accepted before that is there.
        while queue.runOne(in: frame) {}
        queue.endTimers(in: frame)
        while runLate(in: frame) {}
        return end.withLock { $0.end(with: queue.report) }
    }

    /// Runs one item of those that came after the inbox was closed.
    ///
    /// - Returns: whether there was one.
    func runLate(in frame: UnsafeMutablePointer<CurrentScheduler>) -> Bool {
        guard let item = end.withLock({ $0.takeLate() }) else { return false }
        queue.end(item, in: frame)
        return true
    }
}
