/// Work of a scheduler for the scheduler itself.
///
/// It is called on the scheduler, so the work may use what is confined there, and need not be sent.
extension Scheduler {
    /// Runs `work` on this scheduler when `delay` has passed; called on this scheduler.
    ///
    /// A shutdown before that moment skips the work.
    @discardableResult
    package func scheduleConfined(
        after delay: Duration, _ work: @escaping () -> Void, file: StaticString = #fileID,
        line: UInt = #line
    ) -> ScheduledWork {
        assert(isCurrent, "confined work belongs to scheduler '\(name)'")
        return post(
            WorkItem(confined: work, atShutdown: .skip, provenance: .capture(file, line)),
            at: now.advanced(by: delay), tolerance: .zero)
    }

    /// Runs `work` on this scheduler every `interval`, until the returned handle is cancelled.
    ///
    /// It is called on this scheduler.
    package func scheduleConfined(
        every interval: Duration, _ work: @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> RepeatingWork {
        assert(isCurrent, "confined work belongs to scheduler '\(name)'")
        return repeatWork(every: interval, tolerance: .zero, work, file, line)
    }
}
