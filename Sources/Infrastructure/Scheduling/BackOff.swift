import CScheduling

/// A wait for a short lock that another thread has taken: it spins, then gives the processor away, then naps.
package struct BackOff {
    private var tries: Int32 = 0

    package init() {}

    /// Waits a little before the next look at the lock, the longer the more looks there were.
    package mutating func wait() {
        tries += 1
        cs_back_off(tries)
    }
}
