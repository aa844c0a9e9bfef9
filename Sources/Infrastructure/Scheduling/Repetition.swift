/// Work that is run again and again, and the handle that ends it.
///
/// Dropping the handle does not end the work.
public final class Repetition: Sendable {
    private let next = Guarded<(work: ScheduledWork?, isCancelled: Bool)>((nil, false))

    init() {}

    /// Whether the work may run again: it was not cancelled, its scheduler has not been shut down, and somebody can still ask for
    /// the next round of recursive work.
    public var isActive: Bool { next.withLock { !$0.isCancelled } }

    /// Ends the work, from any thread, any number of times: at most the run that is under way ends.
    ///
    /// What the work captured is released on its scheduler: at once when the caller is there and not inside the work.
    public func cancel() {
        let work = next.withLock { next in
            next.isCancelled = true
            return next.work.take()
        }
        work?.cancel()
    }

    func wait(for work: ScheduledWork) {
        let isCancelled = next.withLock { next in
            if !next.isCancelled { next.work = work }
            return next.isCancelled
        }
        if isCancelled { work.cancel() }
    }
}

extension Scheduler {
    /// Runs `work` on this scheduler every `interval`, for the first time after one, until the answer is cancelled.
    ///
    /// The times are multiples of the interval since now: a late run does not delay the next. When the scheduler was held up for
    /// more than an interval, the times that have passed are run once, not made up for. A shutdown ends the repetition.
    ///
    /// - Parameter tolerance: how much later each run may be, where that lets several wake-ups become one.
    @discardableResult
    public func schedule(
        every interval: Duration, tolerance: Duration = .zero,
        _ work: consuming sending @escaping () -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Repetition {
        precondition(interval > .zero, "a repetition needs an interval above zero")
        let repetition = Repetition()
        let ticker = Ticker(
            scheduler: self, start: now, interval: interval, tolerance: tolerance, work: work,
            repetition: repetition, file: file, line: line)
        ticker.waitForNext()
        return repetition
    }

    /// Runs `work` on this scheduler, and again whenever it asks for that by the closure that it is given.
    ///
    /// Each run is an item of its own, so a million rounds need no more stack than one, and other work gets its turn between.
    /// `again` may be called during the run or later, from anywhere; a second call before the next run changes nothing.
    @discardableResult
    public func schedule(
        recursively work:
            consuming sending @escaping (_ again: @escaping @Sendable () -> Void) ->
            Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Repetition {
        let repetition = Repetition()
        let rounds = Rounds(
            scheduler: self, work: work, repetition: repetition, file: file, line: line)
        rounds.again()
        return repetition
    }
}
