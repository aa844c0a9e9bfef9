/// The calls whose closures are code of the main actor, as those of the user interface are.
extension MainScheduler {
    /// Runs `work` on this scheduler, as part of the main actor.
    @discardableResult
    public func schedule(
        _ work: consuming @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> PostResult {
        post(WorkItem(onMainActor: work, provenance: .capture(file, line)))
    }

    /// Runs `work` on this scheduler when `delay` has passed, as part of the main actor.
    ///
    /// - Parameters:
    ///   - delay: the minimum time that the work waits.
    ///   - tolerance: how much later it may run, so that several wake-ups can be one.
    ///   - work: the work to run.
    @discardableResult
    public func schedule(
        after delay: Duration, tolerance: Duration = .zero,
        _ work: consuming @escaping @MainActor () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ScheduledWork {
        post(
            WorkItem(onMainActor: work, provenance: .capture(file, line)),
            at: now.advanced(by: delay), tolerance: tolerance)
    }

    /// Runs `work` on this scheduler every `interval`, as part of the main actor.
    ///
    /// The first run is one interval from now. The work repeats until the returned handle is
    /// cancelled.
    ///
    /// ```swift
    /// MainScheduler.shared.schedule(every: .seconds(1)) { clock.tick() }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time between two runs.
    ///   - tolerance: how much later each run may be, so that several wake-ups can be one.
    ///   - work: the work to repeat.
    @discardableResult
    public func schedule(
        every interval: Duration, tolerance: Duration = .zero,
        _ work: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> RepeatingWork {
        repeatWork(
            every: interval, tolerance: tolerance, { MainActor.assumeIsolated { work() } }, file,
            line)
    }

    /// Runs `work` at once when the caller is on this scheduler and no work waits; else queues it.
    ///
    /// The work is part of the main actor, and keeps the order, as that of `Scheduler.perform`.
    @discardableResult
    public func perform(
        _ work: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> PostResult {
        guard isCurrent, backlog.count == 0 else { return schedule(work, file: file, line: line) }
        MainActor.assumeIsolated { work() }
        return .accepted
    }
}
