import Scheduling

/// The scheduler of a subscription, as its clock.
struct SchedulerClock {
    let scheduler: any Scheduler

    /// Creates the clock for a subscription on the current scheduler.
    ///
    /// Traps outside of any scheduler, and when `scheduler` is not the current one.
    init(_ scheduler: (any Scheduler)?, for operation: StaticString) {
        guard let current = Schedulers.current else {
            preconditionFailure(
                "'\(operation)' was subscribed to outside of any scheduler, so it has no clock")
        }
        precondition(
            scheduler?.isCurrent ?? true,
            "'\(operation)' on scheduler '\(scheduler?.name ?? "")' was subscribed to on "
                + "'\(current.name)'")
        self.scheduler = scheduler ?? current
    }

    var now: SchedulerInstant { scheduler.now }

    /// Runs `work` after `delay`, unless `lifetime` ends before.
    @discardableResult
    func after(
        _ delay: Duration, while lifetime: Disposable? = nil, _ work: @escaping () -> Void
    ) -> ScheduledWork {
        let scheduled = scheduler.scheduleConfined(after: delay, work)
        lifetime?.add { scheduled.cancel() }
        return scheduled
    }

    /// Runs `work` every `period`, first after one `period`, until `lifetime` ends.
    func every(_ period: Duration, while lifetime: Disposable, _ work: @escaping () -> Void) {
        let repeatingWork = scheduler.scheduleConfined(every: period, work)
        lifetime.add { repeatingWork.cancel() }
    }
}
