import Synchronization

/// How many lifetimes of subscriptions there are; counted in debug builds, zero in others.
public struct SignalCensus: Sendable {
    /// A count that lifetimes leave when they are over.
    final class Tally: Sendable {
        let live = Atomic(0)

        func enter() { live.add(1, ordering: .relaxed) }
        func leave() { live.subtract(1, ordering: .relaxed) }
    }

    static let all = Tally()

    /// How many are neither over nor released.
    public let live: Int

    /// The census of the whole program.
    public static var now: SignalCensus {
        SignalCensus(live: all.live.load(ordering: .relaxed))
    }

    /// The census, after `body`, of what `body` has begun on this thread.
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
