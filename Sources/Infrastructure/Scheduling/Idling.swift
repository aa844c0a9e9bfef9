import CScheduling
import Synchronization

/// How a scheduler's thread waits for work: it spins for a moment, since an answer is often that near, and then parks.
///
/// The spin gets shorter each time that it was in vain, so that an idle or a slow scheduler uses no processor, and it is left
/// out when as many threads spin as there are processors.
struct Idling {
    /// Looks at the inbox; 10 to 20 microseconds on the processors of the day.
    private static let longestSpin = 400
    private static let shortestSpin = 25
    /// After so many parks without a spin one more spin is tried.
    private static let parksBeforeRetry = 16

    private static let spinners = Atomic<Int>(0)
    private static let processors = Int(cs_processors())

    private var spin = longestSpin
    private var parks = 0

    /// Waits for `inbox` to be filled, for some microseconds.
    ///
    /// - Returns: whether it was; if not, it is time to park.
    mutating func spins<Element>(for inbox: Inbox<Element>) -> Bool {
        if spin < Self.shortestSpin {
            parks += 1
            if parks < Self.parksBeforeRetry { return false }
            parks = 0
            spin = Self.shortestSpin
        }
        let others = Self.spinners.add(1, ordering: .relaxed).oldValue
        defer { Self.spinners.subtract(1, ordering: .relaxed) }
        guard others < Self.processors else { return false }
        for _ in 0..<spin {
            if inbox.seemsFilled {
                spin = min(2 * spin, Self.longestSpin)
                return true
            }
            cs_relax()
        }
        spin /= 2
        return false
    }
}
