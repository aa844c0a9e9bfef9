import Events
import Scheduling
import SchedulingTestKit
import Testing

private struct Rang: Event {
    static let name: EventName = "uses.rang"
}

/// The report of posts and receivers to the tools of tests.
@Suite struct UseTests {
    @Test func postsAndReceiversAreReportedWithTheModuleOfTheirLines() async throws {
        let uses = Recorder<ModuleUse>()
        let observer = ModuleUses.add { if ["Rang", "uses.*"].contains($0.name) { uses.add($0) } }
        defer { ModuleUses.remove(observer) }
        let hub = EventHub()
        try await withScheduler("events") { scheduler in
            let service = SchedulerBound(on: scheduler) { 1 }
            hub.receive(Rang.self, by: service) { _, _ in }
            hub.receive(matching: "uses.*", by: service) { _, _ in }
            try await service.run { _ in
                let object = Recorder<Int>()
                hub.receive(Rang.self, by: object, in: .here) { _, _ in }
                hub.receive(matching: "uses.*", by: object, in: .here) { _, _ in }
            }
            await hub.post(Rang())
        }
        let expected: [ModuleUse.Kind] = [.receives, .receives, .receives, .receives, .posts]
        #expect(uses.values.map(\.kind) == expected)
        #expect(uses.values.map(\.name) == ["Rang", "uses.*", "Rang", "uses.*", "Rang"])
        #expect(uses.values.allSatisfy { "\($0.file)" == "EventsTests/UseTests.swift" })
    }
}
