import CScheduling

/// Where a thread, a scheduler's or another one's, waits for a token that any thread may hand in.
package final class Parker: @unchecked Sendable {  // the C object synchronises itself
    private let parker = cs_parker_create()

    package init() {}

    deinit {
        cs_parker_destroy(parker)
    }

    /// Waits for a token, at most until `deadline` of the monotonic clock; called by the one thread that parks here.
    package func park(until deadline: SchedulerInstant) {
        cs_parker_park(parker, deadline.nanoseconds)
    }

    /// Hands the token in, from any thread.
    package func unpark() {
        cs_parker_unpark(parker)
    }
}
