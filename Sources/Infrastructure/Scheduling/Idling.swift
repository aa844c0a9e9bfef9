import CScheduling
import Foundation
import Synchronization

/// How a scheduler's thread waits for work: it spins for a moment, since an answer is often that near, and then parks.
///
/// It spins about as long as it takes to wake a parked thread, which is never more than twice as long as the best choice would
/// have taken, and gives way to threads that have something to do: it may be for those that it waits. The spin gets shorter each
/// time that it was in vain, so that an idle or a slow scheduler uses no processor, and it is left out when as many threads spin
/// as there are processors. Now and then a whole one is tried again: two schedulers that answer each other would otherwise go on
/// parking for ever, because each waits for the other to wake.
struct Idling {
    /// Pauses of the processor; 60 to 100 microseconds, which is what waking costs on a virtual machine.
    private static let longestSpin = 2_000
    private static let shortestSpin = 25
    /// A look takes the inbox away from whoever fills it just then: looks become rarer the longer nothing comes.
    private static let longestPause = 16
    /// What giving way takes when nobody wants the processor, in pauses of it.
    private static let costOfYield = 10
    /// After so many parks without a spin a whole one is tried.
    private static let parksBeforeRetry = 16

    private static let spinners = Atomic<Int>(0)
    private static let processors = Int(cs_processors())

    private var spin = longestSpin
    private var parks = 0

    /// Waits for `inbox` to be filled, for some dozens of microseconds at most.
    ///
    /// - Returns: whether it was; if not, it is time to park.
    mutating func spins<Element>(for inbox: Inbox<Element>) -> Bool {
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
