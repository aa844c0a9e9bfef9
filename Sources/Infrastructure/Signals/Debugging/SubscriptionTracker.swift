import Synchronization

/// A count of the live lifetimes of subscriptions, for finding leaks.
///
/// ```swift
/// let left = SubscriptionTracker.measuring { Probe(signal).dispose() }
/// #expect(left.live == 0)
/// ```
///
/// Debug builds count; in other builds the number is zero. `subscriptions` lists the subscriptions
/// with their names and lines, and `LeakCheck` of `SignalsTestKit` also checks work and timers.
public struct SubscriptionTracker: Sendable {
    static let all = LiveCounter()

    /// The number of lifetimes that are neither over nor released.
    public let live: Int

    /// The number of live lifetimes in the whole program.
    public static var now: SubscriptionTracker {
        SubscriptionTracker(live: all.live.load(ordering: .relaxed))
    }

    /// Runs `body`, and returns the number of its lifetimes that are still live.
    ///
    /// It counts the lifetimes that were begun on this thread.
    public static func measuring(_ body: () throws -> Void) rethrows -> SubscriptionTracker {
        let liveCounter = LiveCounter()
        let thread = ThreadState.current
        let outer = thread.liveCounter
        thread.liveCounter = liveCounter
        defer { thread.liveCounter = outer }
        try body()
        return SubscriptionTracker(live: liveCounter.live.load(ordering: .relaxed))
    }
}
