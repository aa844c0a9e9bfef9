extension MainScheduler {
    /// Runs `work` on this scheduler every `interval`, as part of the main actor, for the first time after one, until the answer is
    /// cancelled.
    ///
    /// ```swift
    /// MainScheduler.shared.schedule(every: .seconds(1)) { @MainActor in clock.tick() }
    /// ```
    ///
    /// - Parameter tolerance: how much later each run may be, where that lets several wake-ups become one.
    @discardableResult
    public func schedule(
        every interval: Duration, tolerance: Duration = .zero,
        _ work: @escaping @MainActor () -> Void, file: StaticString = #fileID, line: UInt = #line
    ) -> Repetition {
        let scheduler: any Scheduler = self
        return scheduler.schedule(
            every: interval, tolerance: tolerance, { MainActor.assumeIsolated { work() } },
            file: file, line: line)
    }
}
