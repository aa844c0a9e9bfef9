public import Scheduling

/// The scheduler of a subscription, as its clock.
struct SchedulerClock {
    let scheduler: any Scheduler

    /// Creates the clock for work that begins in `home`; traps when it begins elsewhere.
    init(_ home: SchedulerIsolation, for operation: StaticString) {
        scheduler = home.scheduler(for: operation)
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

extension SchedulerIsolation {
    /// The scheduler, for work that begins on it; traps when the caller is elsewhere.
    @usableFromInline
    package func scheduler(for operation: StaticString) -> any Scheduler {
        precondition(
            scheduler.isCurrent,
            "'\(operation)' in scheduler '\(scheduler.name)' begins on "
                + (Schedulers.current.map { "scheduler '\($0.name)'" } ?? "a foreign thread"))
        return scheduler
    }
}
