#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    @Suite struct DeadlineTimerTests {
        @Test(.timeLimit(.minutes(1)))
        func aDeadlineTimerThatIsCancelledIsReleasedBeforeItsDeadline() async {
            await withScheduler { scheduler in
                await withCheckedContinuation { continuation in
                    let held = Held { continuation.resume() }
                    let timer = DeadlineTimer(after: .seconds(3600), of: scheduler) {
                        withExtendedLifetime(held) {}
                    }
                    timer.cancel()
                }
            }
        }
    }

    /// Calls a closure when it is released.
    final class Held: Sendable {
        private let onRelease: @Sendable () -> Void

        init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

        deinit { onRelease() }
    }
#endif
