import Scheduling
import SchedulingDiagnostics
import SchedulingTestKit
import Testing

/// The type that the tests use as a route, an event or a request.
private struct Ticket {}

/// The record of the uses of routes, events and requests, and the rules for it.
@Suite(.serialized) struct UseRulesTests {
    /// The uses of `Ticket`; other tests of the process may use other things meanwhile.
    private func uses(_ work: () async throws -> Void) async rethrows -> [RecordedUse] {
        let recorder = UseRecorder()
        try await work()
        recorder.stop()
        return recorder.uses.filter { $0.name == "Ticket" }
    }

    @Test func aUseThatNoRuleAllowsHasTheChainOfItsPosts() async throws {
        let uses = await uses {
            await withScheduler("uses") { scheduler in
                scheduler.schedule { scheduler.schedule { Self.call() } }
                await scheduler.drained()
                await scheduler.drained()
            }
        }
        let use = try #require(uses.first)
        #expect(uses.count == 1)
        #expect(use.module == "SchedulingDiagnosticsTests" && use.owner == use.module)

        var rules = UseRules()
        rules.allow("SchedulingDiagnosticsTests", .posts, ["Ticket"])
        rules.allow("Other", .calls, ["Ticket"])
        let lines = "\(try #require(rules.violations(in: uses).first))".split(separator: "\n")
        let file = "SchedulingDiagnosticsTests/UseRulesTests.swift"
        try #require(lines.count == 4)
        #expect(lines[0] == "the module SchedulingDiagnosticsTests may not call the route Ticket")
        #expect(lines[1].hasPrefix("  < on uses, at \(file):"))
        #expect(lines[2].hasPrefix("  < posted at \(file):"))
        #expect(lines[3].hasPrefix("  < posted at \(file):"))

        rules.allow("SchedulingDiagnosticsTests", .calls, ["Ticket"])
        #expect(rules.violations(in: uses).isEmpty)
    }

    @Test func aModuleMayUseItsOwnTypesOrAllOfThemWhereARuleSaysSo() {
        let own = RecordedUse(.sends, "Ask", of: "Feed", by: "Feed", chain: [])
        let other = RecordedUse(.sends, "Ask", of: "Feed", by: "Web", chain: [])
        let pattern = RecordedUse(.receives, "account.*", of: nil, by: "Web", chain: [])
        var rules = UseRules()
        rules.allowOwn(.sends, by: "Feed")
        rules.allowOwn(.sends, by: "Web")
        #expect(rules.violations(in: [own, other, pattern]).map(\.use) == [other, pattern])
        rules.allowAll(.sends, by: "Web")
        rules.allow("Web", .receives, ["account.*"])
        #expect(rules.violations(in: [own, other, pattern]).isEmpty)
    }

    @Test func aUseOfOneLineIsRecordedOnceAndReportedOnce() async {
        let reported = Recorder<String>()
        let recorder = UseRecorder { if $0.name == "Ticket" { reported.add($0.chain[0]) } }
        for _ in 0..<3 { Self.call() }
        recorder.stop()
        Self.call()
        #expect(reported.values.count == 1)
        #expect(reported.values[0].hasPrefix("on a thread without a scheduler, at "))
    }

    @Test func severalRecordersAreIndependent() async {
        let uses = await uses {
            let other = UseRecorder()
            other.stop()
            Self.call()
        }
        #expect(uses.count == 1)
    }

    private static func call(_ file: StaticString = #fileID, _ line: UInt = #line) {
        ModuleUses.note(.calls, Ticket.self, file, line)
    }
}
