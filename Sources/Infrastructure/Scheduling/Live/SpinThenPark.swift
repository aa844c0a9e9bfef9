import CScheduling
import Foundation
import Synchronization

/// The wait of a scheduler's thread for work: it spins for a moment and then parks.
///
/// An answer often arrives within that moment. The spin lasts about as long as it takes to wake a
/// parked thread, so the wait is never more than twice as long as the best choice. The spin yields
/// to threads that have work, since the scheduler may wait for one of them. The spin is halved each
/// time that no work arrived during it, so an idle or slow scheduler uses no processor. It is
/// omitted when as many threads spin as there are processors. A full spin is retried at intervals:
/// otherwise two schedulers that answer each other would park forever, because each waits for the
/// other one to wake.
struct SpinThenPark {
    /// The longest spin, in processor pauses.
    ///
    /// It takes 60 to 100 microseconds, which is the cost of waking a thread on a virtual machine.
    private static let longestSpin = 2_000
    private static let shortestSpin = 25
    /// The longest pause between two reads of the inbox, in processor pauses.
    ///
    /// A read takes the cache line away from a producer, so reads become rarer the longer the spin
    /// lasts.
    private static let longestPause = 16
    /// The cost of a yield when no other thread needs the processor, in processor pauses.
    private static let costOfYield = 10
    /// The number of parks without a spin after which a full spin is retried.
    private static let parksBeforeRetry = 16

    private static let spinners = Atomic<Int>(0)
    private static let processors = Int(cs_processors())

    private var spin = longestSpin
    private var parks = 0

    /// Spins until `inbox` is filled, for some dozens of microseconds at most.
    ///
    /// - Returns: whether it was filled; if not, the thread should park.
    mutating func spins<Element>(for inbox: MPSCQueue<Element>) -> Bool {
        if spin < Self.shortestSpin {
            parks += 1
            if parks < Self.parksBeforeRetry { return false }
            parks = 0
            spin = Self.longestSpin
        }
        let others = Self.spinners.add(1, ordering: .relaxed).oldValue
        defer { Self.spinners.subtract(1, ordering: .relaxed) }
        guard others < Self.processors else { return false }
        var spent = 0
        var pause = 1
        while spent < spin {
            if inbox.seemsFilled {
                spin = min(2 * spin, Self.longestSpin)
                return true
            }
            for _ in 0..<pause { cs_relax() }
            spent += pause
            if pause < Self.longestPause {
                pause += 1
            } else {
                sched_yield()
                spent += Self.costOfYield
            }
        }
        spin /= 2
        return false
    }
}
