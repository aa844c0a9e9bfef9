public import Scheduling
import Signals

/// What should be gone at the end of a test, and is not.
public enum Leftovers {
    /// Runs `body` as work of `scheduler`, and tells what it has left behind, a line for each kind:
    /// work and timers that wait on the scheduler, and, in debug builds, live subscriptions.
    ///
    /// ```swift
    /// #expect(Leftovers.of(scheduler) { Probe(signal).dispose() } == [])
    /// ```
    public static func of(_ scheduler: VirtualScheduler, _ body: () throws -> Void) rethrows
        -> [String]
    {
        let waiting = scheduler.waitingCount
        let census = try SignalCensus.taking { try scheduler.enter(body) }
        var lines: [String] = []
        let queued = scheduler.waitingCount - waiting
        if queued > 0 { lines.append("\(queued) items wait on scheduler '\(scheduler.name)'") }
        if census.live > 0 { lines.append("\(census.live) subscriptions live") }
        return lines
    }
}
