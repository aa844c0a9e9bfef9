import Synchronization

/// The number of live lifetimes of subscriptions; counted in debug builds, zero in others.
public struct SignalCensus: Sendable {
    /// A counter of live lifetimes.
    final class Tally: Sendable {
        let live = Atomic(0)

        func enter() { live.add(1, ordering: .relaxed) }
        func leave() { live.subtract(1, ordering: .relaxed) }
    }

    static let all = Tally()

    /// The number of lifetimes that are neither over nor released.
    public let live: Int

    /// The number of live lifetimes in the whole program.
    public static var now: SignalCensus {
        SignalCensus(live: all.live.load(ordering: .relaxed))
    }

    /// Runs `body`, and returns the number of its lifetimes that are still live.
    ///
    /// It counts the lifetimes that were begun on this thread.
    public static func taking(_ body: () throws -> Void) rethrows -> SignalCensus {
        let tally = Tally()
        let thread = ThreadState.current
        let outer = thread.tally
        thread.tally = tally
        defer { thread.tally = outer }
        try body()
        return SignalCensus(live: tally.live.load(ordering: .relaxed))
    }
}
