import Scheduling
import SchedulingTestKit
import Simulation
import Testing

/// A service that another one calls by its handle.
@Schedulable
private final class Ledger {
    private var count = 0

    func add() {
        count += 1
        check()
    }

    func check() {}
}

@Suite struct ReportTests {
    /// A program with noise that fails when `right` runs before `left`.
    private var race: Simulation {
        Simulation { world in
            let (left, right) = (world.work("left"), world.work("right"))
            let order = Recorder<String>()
            for _ in 0..<10 { world.work("noise").schedule(after: .milliseconds(1)) {} }
            left.schedule { left.schedule { order.add("left") } }
            right.schedule { order.add("right") }
            world.always("left is first") { _ in order.values.first != "right" }
        }
    }

    @Test func aFailureIsReducedToItsShortestSchedule() throws {
        let finding = try #require(race.explore(seeds: 0..<100).finding)
        #expect(finding.isRepeatable)
        // One step of `right`, before all others.
        #expect(finding.shortest.stepCount == 1)
        #expect(finding.shortest.schedule.departures == 1)
        #expect(race.replay(finding.shortest.schedule).failure?.kind == finding.failure.kind)
        #expect(finding.length >= 1)
    }

    @Test func theReportHasTheSeedAndATable() throws {
        let finding = try #require(race.explore(seeds: 0..<100).finding)
        let seed = try #require(finding.seed)
        let report = "\(finding)"
        let lines = report.split(separator: "\n")
        #expect(lines[0].hasPrefix("the law 'left is first' (SimulationTests/ReportTests.swift:"))
        #expect(lines[1] == "found by seed \(seed), after \(finding.length) steps")
        #expect(lines[2].hasPrefix("shortest schedule: 1 steps, 1 decisions differ"))
        #expect(lines[2].contains("replay(\"\(finding.shortest.schedule)\")"))
        #expect(lines[3].hasPrefix("step  time  scheduler  work"))
        #expect(
            lines[4].hasPrefix("1 *   0 ms  right      item of SimulationTests/ReportTests.swift:"))
        #expect(lines[4].hasSuffix("  the body"))
        #expect(lines[5] == "* a decision that differs from the default")
        #expect(Simulation(seed: seed) { _ in }.seed == seed)
    }

    @Test func theReportHasTheEventsOutsideOfTheProgram() throws {
        let simulation = Simulation { world in
            world.main.schedule(after: .seconds(1)) {
                world.note("the server changes")
                world.fail("the program is wrong")
            }
        }
        let finding = try #require(simulation.explore(seeds: 0..<1).finding)
        #expect(finding.shortest.notes.map(\.event) == ["the server changes"])
        #expect(finding.shortest.notes.first?.step == 1)
        #expect("\(finding)".contains("1     1000 ms  the server changes"))
    }

    @Test func aLawAboutAServiceEndsWithItsBody() throws {
        let simulation = Simulation { world in
            let ledger = SchedulerBound(on: world.work("BL")) { Ledger() }
            Task { @MainActor in
                try await world.always("never", of: ledger, { _ in true }) {
                    try await ledger.run { $0.add() }
                }
                await world.always("ended", of: ledger, { _ in false }) {}
                ledger.schedule { $0.add() }
            }
        }
        #expect(simulation.explore(seeds: 0..<20).finding == nil)
    }

    @Test func stepsNameTheStepThatPostedThem() {
        let run = Simulation { world in
            let business = world.work()
            world.main.schedule { business.schedule(after: .milliseconds(5)) {} }
        }.run()
        #expect(run.steps.map(\.scheduler) == ["UI", "BL"])
        #expect(run.steps.map(\.postedBy) == [0, 1])
        #expect(run.steps.map(\.kind) == [.item, .timer])
        #expect(run.steps[1].time >= .milliseconds(5))
        #expect(run.steps[1].provenance?.description.contains("ReportTests.swift") == true)
    }

    @Test func theTraceHasATrackForEachSchedulerAndArrows() {
        let trace = Simulation { world in
            let business = world.work()
            world.main.schedule { business.schedule {} }
            Task {}
        }.run().chromeTrace()
        #expect(trace.hasPrefix("{\"displayTimeUnit\":\"ns\""))
        for name in ["UI", "BL", "tasks"] { #expect(trace.contains("\"name\":\"\(name)\"")) }
        #expect(trace.contains("\"ph\":\"s\""))
        #expect(trace.contains("\"ph\":\"f\""))
        #expect(trace.contains(" at 0 ms"))
    }

    @Test func aSearchReportsWithoutASeed() throws {
        let finding = try #require(race.exhaust(decisions: 6).finding)
        #expect(finding.seed == nil)
        #expect("\(finding)".contains("found by the search"))
    }
}
