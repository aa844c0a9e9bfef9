import CommandLineProgram
import PhotoFeed
import Testing

@testable import CommandOptions

/// The run of several checks, and the limit of each.
@Suite struct DiagnosisTests {
    /// A check whose result a test chooses.
    private struct Check: DiagnosticCheck {
        let name: DiagnosticWord
        var needsServer = false
        let work: @Sendable () async throws -> [DiagnosticFinding]

        func findings(of subject: DiagnosticSubject) async throws -> [DiagnosticFinding] {
            try await work()
        }
    }

    /// A place that checks wait at, whether or not they are cancelled.
    private struct Door: Sendable {
        private let opening: Task<Void, Never>
        private let open: AsyncStream<Void>.Continuation

        init() {
            let (stream, open) = AsyncStream<Void>.makeStream()
            self.open = open
            opening = Task { for await _ in stream {} }
        }

        func wait() async { await opening.value }

        func callAsFunction() { open.finish() }
    }

    private let subject = DiagnosticSubject(account: nil, library: nil)

    private static func good(_ name: DiagnosticWord) -> Check {
        Check(name: name) { [.good(name, "fine", "it works")] }
    }

    /// A limit that is over at once.
    private static let over: LimitedWork.Sleep = { _ in }
    /// A limit that does not end before the task does.
    private static let never: LimitedWork.Sleep = { _ in
        let door = Door()
        await withTaskCancellationHandler {
            await door.wait()
        } onCancel: {
            door()
        }
    }

    @Test func findingsHaveTheOrderOfTheChecksWhateverEndsFirst() async {
        let door = Door()
        let checks = [
            Check(name: "slow") {
                await door.wait()
                return [.good("slow", "fine", "it works")]
            },
            Check(name: "fast") {
                door()
                return [.good("fast", "fine", "it works"), .good("other", "fine", "it works")]
            },
        ]
        let findings = await Diagnosis(checks, sleep: Self.never).findings(of: subject)
        #expect(findings.map(\.subject) == ["slow", "fast", "other"])
    }

    @Test func aCheckThatNeverEndsIsALineAndStopsNoOther() async {
        let door = Door()
        defer { door() }
        let hanging = Check(name: "server", needsServer: true) {
            await door.wait()
            return []
        }
        let findings = await Diagnosis([hanging], sleep: Self.over).findings(of: subject)
        #expect(findings.map(\.result) == ["overdue"])
        #expect(findings.first?.severity == .bad)
        #expect(findings.first?.status == .network)
    }

    @Test func anErrorIsALineWithItsCodeItsRemedyAndItsExitCode() async {
        let failing = Check(name: "library") {
            throw FeedError(.libraryDamaged, "page 4 is not valid")
        }
        let findings = await Diagnosis([failing, Self.good("disk")], sleep: Self.never)
            .findings(of: subject)
        #expect(findings.map(\.result) == ["libraryDamaged", "fine"])
        #expect(findings[0].message == "page 4 is not valid")
        #expect(findings[0].advice == FeedError.Code.libraryDamaged.advice)
        #expect(findings[0].status == .damagedLibrary)
    }

    @Test func offlineLeavesOutTheChecksThatNeedTheServer() async {
        let online = Check(name: "server", needsServer: true) {
            Issue.record("a check of the server ran")
            return []
        }
        let findings = await Diagnosis([online, Self.good("disk")], isOffline: true)
            .findings(of: subject)
        #expect(findings.map(\.subject) == ["disk"])
    }

    @Test func aCancelledDiagnosisEndsAtOnce() async {
        let door = Door()
        defer { door() }
        let hanging = Check(name: "disk") {
            await door.wait()
            return []
        }
        let task = Task { [subject] in
            await Diagnosis([hanging], sleep: Self.never).findings(of: subject)
        }
        task.cancel()
        #expect(await task.value.map(\.result) == ["overdue"])
    }

    @Test func aFindingOfAProviderKeepsItsSeverityAndItsRemedy() {
        let finding = DiagnosticFinding(
            ServerFinding("etags", .warning, "the tags are weak", advice: "update the server"))
        #expect(finding.subject == "etags" && finding.severity == .warning)
        #expect(finding.advice == "update the server" && finding.status == .partialSuccess)
    }
}
