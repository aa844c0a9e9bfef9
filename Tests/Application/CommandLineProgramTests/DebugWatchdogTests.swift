#if DEBUG
    import CommandLineProgram
    import Dispatch
    import Foundation
    import Testing

    /// The watchdog of debug builds.
    @Suite struct DebugWatchdogTests {
        /// In a process of its own, because the watchdog observes all schedulers.
        @Test func codeThatBlocksTheMainSchedulerIsReported() async {
            await #expect(processExitsWith: .exitCode(3)) {
                let isFound = DispatchSemaphore(value: 0)
                DebugWatchdog.start(environment: ["PHOTOPARK_WATCHDOG": "20"]) { line in
                    if line.hasPrefix("photopark: watchdog: ") { isFound.signal() }
                }
                // The first attempts may come before the watchdog knows that the queue is served.
                for _ in 0..<50 {
                    let answer = await MainActor.run {
                        isFound.wait(timeout: .now() + .milliseconds(200))
                    }
                    if answer == .success { exit(3) }
                }
            }
        }

        @Test(arguments: [[:], ["PHOTOPARK_WATCHDOG": ""], ["PHOTOPARK_WATCHDOG": "0"]])
        func withoutALimitItDoesNotWatch(_ environment: [String: String]) {
            #expect(!DebugWatchdog.start(environment: environment) { _ in })
        }
    }
#endif
