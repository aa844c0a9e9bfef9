import Scheduling

/// The scheduler on which a subscription lives, as its clock.
struct HomeClock {
    let scheduler: any Scheduler

    /// The clock for what is subscribed here and now; traps outside of any scheduler, and when
    /// `scheduler` is not the current one.
    init(_ scheduler: (any Scheduler)?, for operation: StaticString) {
        guard let current = Schedulers.current else {
            preconditionFailure(
                "'\(operation)' was subscribed to outside of any scheduler, so it has no clock")
        }
        precondition(
            scheduler?.isCurrent ?? true,
            "'\(operation)' on scheduler '\(scheduler?.name ?? "")' was subscribed to on '\(current.name)'"
        )
        self.scheduler = scheduler ?? current
    }

    var now: SchedulerInstant { scheduler.now }

    /// Runs `work` after `delay`, unless `lifetime` ends before.
    @discardableResult
    func after(
        _ delay: Duration, while lifetime: Disposable? = nil, _ work: @escaping () -> Void
    ) -> ScheduledWork {
        let work = Confined(body: work)
        let scheduled = scheduler.schedule(after: delay) { work.body() }
        lifetime?.add { scheduled.cancel() }
        return scheduled
    }

    /// Runs `work` every `period`, for the first time after one, until `lifetime` ends.
    func every(_ period: Duration, while lifetime: Disposable, _ work: @escaping () -> Void) {
        let work = Confined(body: work)
        let repetition = scheduler.schedule(every: period) { work.body() }
        lifetime.add { repetition.cancel() }
    }

    /// Work that stays on its scheduler although it goes through the scheduler's queue.
    private struct Confined: @unchecked Sendable {  // reason: made and run on one scheduler
        let body: () -> Void
    }
}
