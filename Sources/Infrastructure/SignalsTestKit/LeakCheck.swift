public import Scheduling
public import SchedulingTestKit
import Signals

/// A check for work, timers and subscriptions that outlive a test.
public enum LeakCheck {
    /// Runs `body` as work of `scheduler`, and returns a line for each kind of leak.
    ///
    /// Leaks are work and timers that wait on the scheduler, and, in debug builds, live
    /// subscriptions with their names.
    ///
    /// ```swift
    /// #expect(LeakCheck.leaks(on: scheduler) { Probe(signal).dispose() } == [])
    /// ```
    public static func leaks(on scheduler: VirtualScheduler, _ body: () throws -> Void) rethrows
        -> [String]
    {
        let waiting = scheduler.waitingCount
        let listed = lastListed
        let tracked = try SubscriptionTracker.measuring { try scheduler.enter(body) }
        var lines: [String] = []
        let queued = scheduler.waitingCount - waiting
        if queued > 0 { lines.append("queued items on scheduler '\(scheduler.name)': \(queued)") }
        if tracked.live > 0 { lines.append("live subscriptions: \(tracked.live)") }
        return lines + subscriptions(on: scheduler, after: listed)
    }

    /// Runs `body` in real time, and returns a line for each kind of leak on `scheduler`.
    ///
    /// It waits until `scheduler` has run the work that was posted to it. Leaks are work and
    /// timers that wait on the scheduler, and, in debug builds, live subscriptions with their
    /// names.
    ///
    /// ```swift
    /// let leaks = try await LeakCheck.leaksInRealTime(on: work) {
    ///     _ = try await feed.signal { $0.pages() }.first()
    /// }
    /// #expect(leaks == [])
    /// ```
    ///
    /// All activity on `scheduler` during the call counts, so only this test may use it. Work that
    /// goes back and forth between schedulers has 100 turns to end. The timers of a scheduler that
    /// the package does not provide are not counted.
    public static func leaksInRealTime(
        on scheduler: any Scheduler, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async rethrows -> [String] {
        await scheduler.drained()
        let timersBefore = await scheduler.waitingTimers
        let listed = lastListed
        try await body()
        var lines: [String] = []
        for _ in 0..<100 {
            await scheduler.drained()
            lines = []
            let queued = scheduler.backlog.count
            if queued > 0 {
                lines.append("queued items on scheduler '\(scheduler.name)': \(queued)")
            }
            let timers = await scheduler.waitingTimers - timersBefore
            if timers > 0 { lines.append("timers on scheduler '\(scheduler.name)': \(timers)") }
            lines += subscriptions(on: scheduler, after: listed)
            if lines.isEmpty { break }
        }
        return lines
    }

    private static var lastListed: UInt64 { SubscriptionTracker.subscriptions.last?.id ?? 0 }

    /// Returns a line for each of the first ten subscriptions on `scheduler` after `id`.
    ///
    /// A further line has the number of the others.
    private static func subscriptions(on scheduler: any Scheduler, after id: UInt64) -> [String] {
        let live = SubscriptionTracker.subscriptions.filter { $0.id > id && $0.isOn(scheduler) }
        let named = live.prefix(10).map { "live: \($0)" }
        return live.count > named.count ? named + ["and \(live.count - named.count) more"] : named
    }
}
