import CommandLineProgram
import Logging
import Testing

/// The choice of the records that are reported to a server.
@Suite struct ErrorReportsTests {
    @Test(arguments: [
        (Logger.Level.error, "sync"), (.critical, "photopark"), (.error, "Scheduling.Violations"),
        (.warning, "scheduling"), (.warning, "scheduling.watchdog"),
    ])
    func errorsAndDefectsOfTheSchedulingAreReported(_ level: Logger.Level, _ label: String) {
        #expect(ErrorReports.isReported(level, from: label))
    }

    @Test(arguments: [
        (Logger.Level.warning, "sync"), (.warning, "schedulingX"), (.warning, ""),
        (.info, "scheduling"), (.notice, "photopark"),
    ])
    func otherRecordsAreNot(_ level: Logger.Level, _ label: String) {
        #expect(!ErrorReports.isReported(level, from: label))
    }
}
