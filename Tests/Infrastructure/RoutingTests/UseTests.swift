import Routing
import Scheduling
import SchedulingTestKit
import Testing

private struct Measure: Route {
    typealias Output = Int
}

/// The report of calls to the tools of tests.
@Suite struct UseTests {
    @Test func aCallIsReportedWithTheModuleOfItsLine() async throws {
        let uses = Recorder<ModuleUse>()
        let observer = ModuleUses.add { if $0.name == "Measure" { uses.add($0) } }
        defer { ModuleUses.remove(observer) }
        try await withScheduler("routes") { scheduler in
            let table = RouteTable()
            table.add("Scale") { $0.serve(Measure.self, on: scheduler) { _ in 7 } }
            let router = try Router(table, on: scheduler)
            #expect(try await router.run(Measure()) == 7)
        }
        let use = try #require(uses.values.first)
        #expect(uses.values.count == 1)
        #expect(use.kind == .calls && use.owner == "RoutingTests")
        #expect("\(use.file)" == "RoutingTests/UseTests.swift")
    }
}
