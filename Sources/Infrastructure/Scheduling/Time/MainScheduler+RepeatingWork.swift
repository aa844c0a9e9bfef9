extension MainScheduler {
    /// Runs `work` on this scheduler every `interval`, as part of the main actor.
    ///
    /// The first run is one interval from now. The work repeats until the returned handle is
    /// cancelled.
    ///
    /// ```swift
    /// MainScheduler.shared.schedule(every: .seconds(1)) { @MainActor in clock.tick() }
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
        let scheduler: any Scheduler = self
        return scheduler.schedule(
            every: interval, tolerance: tolerance, { MainActor.assumeIsolated { work() } },
            file: file, line: line)
    }
}
