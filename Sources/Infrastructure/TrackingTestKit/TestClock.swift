package import Scheduling

/// A clock that advances by a second with each reading, so that no event exceeds the rate.
package final class TestClock: Sendable {
    private let reading = Guarded<Int64>(0)

    package init() {}

    /// The next moment.
    package var next: @Sendable () -> SchedulerInstant {
        {
            let second = self.reading.withLock { reading in
                defer { reading += 1 }
                return reading
            }
            return SchedulerInstant(nanoseconds: second * 1_000_000_000)
        }
    }
}
