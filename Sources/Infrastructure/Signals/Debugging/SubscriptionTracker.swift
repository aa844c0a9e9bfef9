import Synchronization

/// The number of live lifetimes of subscriptions; counted in debug builds, zero in others.
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
