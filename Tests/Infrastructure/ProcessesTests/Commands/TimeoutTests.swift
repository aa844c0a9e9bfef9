import Processes
import Testing

@Suite struct TimeoutTests {
    @Test func commandThatEndsInTimeIsNotStopped() throws {
        let command = try ShellCommand("cat; exit 3", input: Array("abc".utf8))
        let outcome = try command.outcome(readingUpTo: 2, within: .seconds(60))
        #expect(outcome.code == 3)
        #expect(Array(outcome.output) == Array("ab".utf8))
    }

    @Test func commandThatHangsIsStopped() throws {
        let command = try ShellCommand("trap '' TERM; sleep 600 & wait; sleep 600")
        #expect(throws: CancellationError.self) {
            try command.outcome(readingUpTo: 10, within: .milliseconds(100))
        }
    }

    #if os(Linux)
        /// The child keeps the pipe open, and no signal reaches it.
        @Test func commandWhoseChildLeavesItsGroupIsStopped() throws {
            let clock = ContinuousClock()
            let start = clock.now
            let command = try ShellCommand("echo begun; setsid sleep 40 & wait")
            #expect(throws: CancellationError.self) {
                try command.outcome(readingUpTo: 100, within: .seconds(1))
            }
            #expect(clock.now - start < .seconds(20))
        }
    #endif
}
