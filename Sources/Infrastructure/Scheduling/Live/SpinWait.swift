import CScheduling

/// The wait for a short lock that another thread holds.
///
/// It spins at first, then yields the processor, then sleeps.
package struct SpinWait {
    private var tries: Int32 = 0

    package init() {}

    /// Waits before the next attempt to take the lock; the wait grows with the number of attempts.
    package mutating func wait() {
        tries += 1
        cs_back_off(tries)
    }
}
