extension Scheduler {
    /// Runs `work` on this scheduler every `interval`, until the returned handle is cancelled.
    ///
    /// The first run is one interval from now. The times are multiples of the interval from now, so
    /// a late run does not delay the next one. When the scheduler is late by more than an interval,
    /// one run replaces all missed runs. A shutdown ends the work.
    ///
    /// - Parameters:
    ///   - interval: the time between two runs.
    ///   - tolerance: how much later each run may be, so that several wake-ups can be one.
    ///   - work: the work to repeat.
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        every interval: Duration, tolerance: Duration = .zero,
        _ work: consuming sending @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> RepeatingWork {
        repeatWork(every: interval, tolerance: tolerance, work, file, line)
    }

    /// Starts the repeated work; the caller ensures that `work` may be used on this scheduler.
    func repeatWork(
        every interval: Duration, tolerance: Duration, _ work: consuming @escaping () -> Void,
        _ file: StaticString, _ line: UInt
    ) -> RepeatingWork {
        precondition(interval > .zero, "the interval of repeating work must be above zero")
        let repeatingWork = RepeatingWork()
        let ticker = Ticker(
            scheduler: self, start: now, interval: interval, tolerance: tolerance, work: work,
            repeatingWork: repeatingWork, file: file, line: line)
        ticker.waitForNext()
        return repeatingWork
    }
}
