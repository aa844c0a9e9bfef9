#if DEBUG  // the optimised build hides what is internal
    import Testing

    @testable import Scheduling

    @Suite struct ReminderTests {
        private final class Held: Sendable {
            private let onRelease: @Sendable () -> Void

            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

            deinit { onRelease() }
        }

        @Test(.timeLimit(.minutes(1)))
        func aReminderThatIsCancelledIsReleasedBeforeItsDeadline() async {
            await withScheduler { scheduler in
                await withCheckedContinuation { continuation in
                    let held = Held { continuation.resume() }
                    let reminder = Reminder(after: .seconds(3600), of: scheduler) {
                        withExtendedLifetime(held) {}
                    }
                    reminder.cancel()
                }
            }
        }
    }
#endif
