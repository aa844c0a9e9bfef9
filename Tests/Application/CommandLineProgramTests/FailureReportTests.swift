import CommandLineProgram
import PhotoFeed
import Scheduling
import Testing

/// The translation of errors into exit codes and messages.
@Suite struct FailureReportTests {
    private struct Unexpected: Error, CustomStringConvertible {
        var description: String { "a part\n\u{1B}[31mis missing" }
    }

    private final class Library {}

    @Test func anErrorWithAnExitCodeKeepsIt() {
        let report = FailureReport(ProgramError(.locked, "another run holds it"))
        #expect(report.status == .locked)
        #expect(report.message == "another run holds it")
    }

    @Test func anyOtherErrorIsInternalAndItsTextHasNoControlCharacters() {
        let report = FailureReport(Unexpected())
        #expect(report.status == .internalError)
        #expect(report.message.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test func theErrorOfAConstructionIsReportedForTheCallsThatItPrevented() async {
        let cause = FeedError(.libraryLocked, "another run holds the library")
        let service = SchedulerBound<Library>(on: WorkScheduler(name: "test")) { throw cause }
        let error = await #expect(throws: BoundError.self) { try await service.run { _ in } }
        let effects: [(any Error)?] = [
            error, FeedError(.serviceUnavailable, "it was not built", cause: error),
        ]
        for effect in effects.compactMap(\.self) {
            #expect(FailureReport(effect).status == .locked)
            #expect(FailureReport(effect).message == FailureReport(cause).message)
        }
    }

    @Test func aLibraryOfAnotherSourceNamesTheOptions() {
        let report = FailureReport(FeedError(.followsAnotherSource, "it follows another server"))
        #expect(report.status == .usage)
        #expect(report.message.contains("--replace"))
    }
}
