import CScheduling

/// Blocks one thread until another thread provides a token.
///
/// The thread may belong to a scheduler or not.
package final class Parker: @unchecked Sendable {  // the C object is thread-safe
    private let parker = cs_parker_create()

    package init() {}

    deinit {
        cs_parker_destroy(parker)
    }

    /// Waits for a token, at most until `deadline` of the monotonic clock.
    ///
    /// Only one thread may park here.
    package func park(until deadline: SchedulerInstant) {
        cs_parker_park(parker, deadline.nanoseconds)
    }

    /// Provides the token, from any thread.
    package func unpark() {
        cs_parker_unpark(parker)
    }
}
