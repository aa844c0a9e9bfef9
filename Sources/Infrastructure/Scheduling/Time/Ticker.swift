/// The timer of repeated work: its closure and its clock.
final class Ticker: @unchecked Sendable {  // state: used on the scheduler only
    /// Weak: the work waits in the queue of this scheduler.
    private weak let scheduler: (any Scheduler)?
    private let start: SchedulerInstant
    private let interval: Int64
    private let tolerance: Duration
    private var work: (() -> Void)?
    private let repeatingWork: RepeatingWork
    private let file: StaticString
    private let line: UInt
    private var ticks: Int64 = 0

    init(
        scheduler: any Scheduler, start: SchedulerInstant, interval: Duration, tolerance: Duration,
        work: @escaping () -> Void, repeatingWork: RepeatingWork, file: StaticString,
        line: UInt
    ) {
        self.scheduler = scheduler
        self.start = start
        self.interval = max(1, interval.clampedNanoseconds)
        self.tolerance = tolerance
        self.work = work
        self.repeatingWork = repeatingWork
        self.file = file
        self.line = line
    }

    deinit {
        repeatingWork.cancel()  // no run is queued, and none can be
        if let scheduler { scheduler.release(work.take()) }
    }

    func waitForNext() {
        guard let scheduler else { return }
        let passed = start.duration(to: scheduler.now).clampedNanoseconds / interval
        ticks = max(ticks, passed) + 1
        let (offset, overflow) = interval.multipliedReportingOverflow(by: ticks)
        let moment = overflow ? .distantFuture : start.advanced(by: .nanoseconds(offset))
        let item = WorkItem({ self.tick() }, atShutdown: .skip, provenance: .capture(file, line))
        repeatingWork.wait(for: scheduler.post(item, at: moment, tolerance: tolerance))
    }

    private func tick() {
        guard repeatingWork.isActive else { return }
        work?()
        if repeatingWork.isActive { waitForNext() }
    }
}
