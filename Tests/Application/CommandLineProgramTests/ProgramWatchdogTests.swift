import CommandLineProgram
import Dispatch
import Foundation
import Logging
import Testing

/// The watchdog of every build, whose findings are records of the log.
@Suite struct ProgramWatchdogTests {
    /// A backend that signals each warning of the watchdog.
    private struct Signalling: LogHandler {
        let label: String
        let isFound: DispatchSemaphore
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            if label == "scheduling.watchdog", event.level == .warning { isFound.signal() }
        }
    }

    /// In a process of its own, because the watchdog observes the whole process.
    @Test func aMainQueueThatIsBlockedIsLogged() async {
        await #expect(processExitsWith: .exitCode(3)) {
            let isFound = DispatchSemaphore(value: 0)
            LoggingSystem.bootstrap { Signalling(label: $0, isFound: isFound) }
            ProgramWatchdog.start(limit: .milliseconds(20), wait: .milliseconds(20))
            // The first attempts may come before the watchdog knows that the queue is served.
            for _ in 0..<50 {
                let answer = await MainActor.run {
                    isFound.wait(timeout: .now() + .milliseconds(200))
                }
                if answer == .success { exit(3) }
            }
        }
    }
}
