import Scheduling
import SchedulingTestKit
import Simulation
import Testing

/// Chains of operators over several schedulers, against the same chains over lists.
///
/// The seed chooses the operators, the hops, the producers, and the end: of the source, of the
/// subscription or of a scheduler, at any step.
@Suite struct HopModelTests {
    /// The counts of the runs, which show that all kinds of runs occur.
    private struct Tally: Hashable {
        let end: [Played.End?]
        let isCut: Bool
    }

    private func simulation(
        _ fault: HopFault? = nil, shutdowns: [ShutdownMode] = [], _ tallies: Recorder<Tally>? = nil
    ) -> Simulation {
        Simulation { world in
            let journal = HopJournal()
            let operators = (0..<world.choose(5)).map { _ in
                Operator.allCases[world.choose(Operator.allCases.count)]
            }
            let cut = world.choose(operators.count + 1)
            let parts = [[], Array(operators[..<cut]), Array(operators[cut...])]
            var homes: [VirtualScheduler] = []
            var links: [SchedulerBound<Link>] = []
            for (number, part) in parts.prefix(2 + world.choose(2)).enumerated() {
                let (home, before) = (world.work("link \(number)"), links.last)
                homes.append(home)
                links.append(
                    SchedulerBound(on: home) { Link(after: before, part, journal, on: home, fault) }
                )
            }
            let used = parts.prefix(links.count).flatMap { $0 }
            let home = world.work("viewer")
            homes.append(home)
            let viewer = SchedulerBound(on: home) { Viewer(journal, on: home) }
            let (source, last) = (links[0], links[links.count - 1])
            viewer.schedule { $0.open(last) }
            Self.produce(world, source, fault)
            let closer = world.work("closer")
            if world.choose(3) == 0 { closer.schedule { viewer.schedule { $0.close() } } }
            let ended = shutdowns.isEmpty ? nil : homes[world.choose(homes.count)]
            if let ended {
                let mode = shutdowns[world.choose(shutdowns.count)]
                closer.schedule { world.shutDown(ended, mode) }
            }
            world.always("the values are those of the lists") { _ in
                let now = journal.now
                return Self.reference(used, now.sent).values.starts(with: now.received)
            }
            world.always("one end, and nothing after it") { _ in
                !journal.now.isLate && journal.now.ends.count <= 1
            }
            world.always("the order of each producer") { _ in
                (1...3).allSatisfy { producer in
                    let own = journal.now.sent.values.filter { $0 / 10 == producer }
                    return zip(own, own.dropFirst()).allSatisfy { $0 < $1 }
                }
            }
            let bound = 4 * used.count + links.count + 1
            // All work has been done by then.
            world.main.schedule(after: .seconds(1)) {
                if journal.census.count > bound { world.fail("a queue keeps its values") }
                viewer.schedule { $0.close(isLast: true) }
            }
            world.atEnd("all values and the end have arrived") { _ in
                let now = journal.now
                tallies?.add(Tally(end: now.ends, isCut: now.isCut))
                let expected = Self.reference(used, now.sent)
                if ended != nil { return ended === home || now.isCut || now.ends.count == 1 }
                if now.isCut { return true }
                return now.received == expected.values
                    && now.ends == (expected.end.map { [$0] } ?? [])
            }
            world.atEnd("nothing that was captured survives") { _ in
                withExtendedLifetime((links, viewer)) { journal.census.count == 0 }
            }
        }
    }

    /// Starts the producers, whose values and ends the seed chooses.
    private static func produce(
        _ world: World, _ source: SchedulerBound<Link>, _ fault: HopFault?
    ) {
        let detour = world.work("detour")
        for number in 1...1 + world.choose(3) {
            let producer = world.work("producer \(number)")
            let interval = Duration.milliseconds(world.choose(3))
            for step in 0..<world.choose(6) {
                let value = 10 * number + step
                producer.schedule(after: interval * step) {
                    guard fault == .detour, step % 2 == 1 else {
                        source.schedule { $0.send(value) }
                        return
                    }
                    detour.schedule { source.schedule { $0.send(value) } }
                }
            }
            let end: Played.End? = [nil, nil, .completed, .failed][world.choose(4)]
            if let end {
                producer.schedule(after: .milliseconds(10)) { source.schedule { $0.end(end) } }
            }
        }
    }

    private static func reference(_ operators: [Operator], _ sent: Played) -> Played {
        operators.reduce(sent) { $1.apply(to: $0) }
    }

    @Test func aChainBehavesAsItsLists() {
        let tallies = Recorder<Tally>()
        let exploration = simulation(nil, tallies).explore(seeds: 0..<2_000)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        #expect(exploration.distinctCount > 1_500)
        let ends = Set(tallies.values.map(\.end))
        #expect(ends == [[], [.completed], [.failed]])
        #expect(Set(tallies.values.map(\.isCut)) == [true, false])
    }

    @Test func aSchedulerOfAChainMayEndAtAnyStep() {
        let tallies = Recorder<Tally>()
        let exploration = simulation(shutdowns: [.orderly, .finishRunning], tallies)
            .explore(seeds: 0..<2_000)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        // The subscription ends by its source, by a scheduler, or without an end.
        #expect(Set(tallies.values.map(\.end)).isSuperset(of: [[], [.completed], [nil]]))
    }

    @Test(arguments: HopFault.allCases)
    func aMistakeIsFound(_ fault: HopFault) throws {
        let finding = try #require(simulation(fault).explore(seeds: 0..<500).finding)
        #expect(finding.isRepeatable)
    }
}
