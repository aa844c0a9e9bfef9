import Foundation
import SchedulingTestKit
import Testing

@testable import Scheduling

@Schedulable
private final class Logged {
    func use() {}
}

@Schedulable
private final class Counted {
    func use() {}
    func useOtherwise() {}
}

/// The modes, the counts and the baseline.
@Suite(.serialized)
struct ViolationsTests {
    private let home = VirtualScheduler(name: "home")
    private let elsewhere = VirtualScheduler(name: "elsewhere")

    @Test func trapIsTheMode() {
        #expect(Violations.mode == .trap)
    }

    @Test func modeOfAServiceIsItsOwn() {
        Violations.setMode(.count, for: Counted.self)
        Violations.setMode(.log, for: Logged.self)
        let (counted, logged) = home.enter { (Counted(), Logged()) }
        let kind = Violation.Kind("Counted.use() of 'home' on 'elsewhere'")
        let before = Violations.counts[kind, default: 0]
        elsewhere.enter {
            counted.use()
            counted.use()
            logged.use()
        }
        #expect(Violations.counts[kind] == before + 2)
        #expect(Violations.counts[Violation.Kind("Logged.use() of 'home' on 'elsewhere'")] != nil)
        #expect(Violations.takeCollected(from: Counted.self).isEmpty)
    }

    /// A program leaves a note about the violation to the next process.
    @Test func theActionBeforeATrapGetsTheKindOfTheViolation() async {
        await #expect(processExitsWith: .exitCode(7)) {
            Violations.beforeTrap = { kind in
                exit("\(kind)" == "Logged.use() of 'home' on 'elsewhere'" ? 7 : 8)
            }
            let (home, elsewhere) = (
                VirtualScheduler(name: "home"), VirtualScheduler(name: "elsewhere")
            )
            let logged = home.enter { Logged() }
            elsewhere.enter { logged.use() }
        }
    }

    @Test func logGrowsWithTheOrderOfMagnitude() {
        let logged = (1...1_000).filter(Violations.isLogged)
        #expect(logged == [1, 10, 100, 1_000])
    }

    @Test func baselineLosesWhatIsSeenNoMoreAndGainsNothing() {
        let (old, kept, new) = (Violation.Kind("a"), Violation.Kind("b"), Violation.Kind("c"))
        let baseline = ViolationBaseline(kinds: [old, kept])
        #expect(baseline.tightened(to: [kept, new]).kinds == [kept])
    }

    @Test func baselineIsReadAsItWasWritten() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("baseline-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let baseline = ViolationBaseline(
            kinds: ["b of 'x' on 'y'", "a"].map { Violation.Kind($0) })
        try baseline.write(to: file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a\nb of 'x' on 'y'\n")
        #expect(try ViolationBaseline(contentsOf: file) == baseline)
    }

    @Test func commentsInABaselineAreSkipped() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("baseline-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "# known since the first day\n\na\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try ViolationBaseline(contentsOf: file).kinds == [Violation.Kind("a")])
    }

    @Test func missingBaselineIsAnError() {
        #expect(throws: (any Error).self) { try ViolationBaseline(contentsOf: "/nowhere/baseline") }
    }

    @Test func knownKindIsLoggedWhereOthersTrap() {
        Violations.setMode(.trap, for: Counted.self)
        defer { Violations.setMode(.count, for: Counted.self) }
        let kind = Violation.Kind("Counted.useOtherwise() of 'home' on 'elsewhere'")
        Violations.baseline = ViolationBaseline(kinds: [kind])
        defer { Violations.baseline = nil }
        let counted = home.enter { Counted() }
        elsewhere.enter { counted.useOtherwise() }
        #expect(Violations.counts[kind] == 1)
    }

    @Test func unknownKindTraps() async {
        await #expect(processExitsWith: .failure) {
            Violations.baseline = ViolationBaseline(kinds: [Violation.Kind("a")])
            let counted = VirtualScheduler(name: "home").enter { Counted() }
            VirtualScheduler(name: "elsewhere").enter { counted.use() }
        }
    }
}
