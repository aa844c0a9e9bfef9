import Events
import Scheduling
import SchedulingTestKit
import Testing

private struct Rang: Event {}

/// The report of posts and receivers to the tools of tests.
@Suite struct UseTests {
    @Test func postsAndReceiversAreReportedWithTheModuleOfTheirLines() async throws {
        let uses = Recorder<ModuleUse>()
        let observer = ModuleUses.add { if $0.name == "Rang" { uses.add($0) } }
        defer { ModuleUses.remove(observer) }
        let hub = EventHub()
        try await withScheduler("events") { scheduler in
            try await SchedulerBound(on: scheduler) { 1 }.run { _ in
                hub.receive(Rang.self, by: Recorder<Int>(), in: .here) { _, _ in }
            }
            hub.post(Rang())
        }
        #expect(uses.values.map(\.kind) == [.receives, .posts])
        #expect(uses.values.allSatisfy { "\($0.file)" == "EventsTests/UseTests.swift" })
    }
}
