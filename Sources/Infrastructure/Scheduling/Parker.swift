import CScheduling

/// Where a scheduler's thread waits for a token that any thread may hand in.
final class Parker: @unchecked Sendable {  // the C object synchronises itself
    private let parker = cs_parker_create()

    deinit {
        cs_parker_destroy(parker)
    }

    /// Waits for a token, at most until `deadline` of the monotonic clock; called by the one thread that parks here.
    func park(until deadline: SchedulerInstant) {
        cs_parker_park(parker, deadline.nanoseconds)
    }

    /// Hands the token in, from any thread.
    func unpark() {
        cs_parker_unpark(parker)
    }
}
