import Scheduling
import Testing

/// Every construct that crosses schedulers, against each end of one of its schedulers at each
/// moment.
@Suite("Termination of constructs that cross schedulers", .serialized)
struct TerminationTests {
    @Test(
        "a crossing construct has one outcome, and leaves no objects and no queued work",
        arguments: CrossingConstruct.all)
    func crossingConstructEnds(_ construct: CrossingConstruct) async {
        for end in CrossingEnd.all where construct.isConcerned(by: end) {
            await onThread {
                let world = CrossingWorld()
                meet(end, construct, in: world)
                if construct.reportsOutcome {
                    #expect(world.waitForOutcome(), "no outcome: \(end)")
                }
                #expect(world.waitForRelease(), "\(world.heldCount) are held: \(end)")
                world.sendAfterTheEnd(100)
                #expect(world.waitForRelease(), "\(world.heldCount) values wait: \(end)")
                #expect(world.outcomes.count == (construct.reportsOutcome ? 1 : 0), "\(end)")
                world.shutDown()
            }
        }
    }

    @Test(
        "a construct on one scheduler has one outcome, and leaves no objects",
        arguments: CrossingConstruct.withinOneScheduler)
    func constructOnOneSchedulerEnds(_ construct: CrossingConstruct) async {
        for end in CrossingEnd.all
        where end.side == .home && construct.isConcerned(by: end) {
            await onThread {
                let world = CrossingWorld(isOneScheduler: true)
                meet(end, construct, in: world)
                if construct.reportsOutcome {
                    #expect(world.waitForOutcome(), "no outcome: \(end)")
                }
                #expect(world.waitForRelease(), "\(world.heldCount) are held: \(end)")
                #expect(world.outcomes.count == (construct.reportsOutcome ? 1 : 0), "\(end)")
                world.shutDown()
            }
        }
    }

    /// Begins the construct, and brings the end at its moment.
    private func meet(
        _ end: CrossingEnd, _ construct: CrossingConstruct, in world: CrossingWorld
    ) {
        switch end.moment {
        case .before:
            world.mayGoOn()
            world.bring(end)
            construct.begin(world)
        case .requested:
            world.mayGoOn()
            let gate = CrossingGate(end.side == .home ? world.home : world.here)
            construct.begin(world)
            world.bring(end)
            gate.open()
        case .queued:
            begin(construct, in: world)
            let gate = CrossingGate(world.here)
            world.send(3)
            if construct.kind == .subscription { world.waitForArrival() }
            world.bring(end)
            gate.open()
        case .running:
            begin(construct, in: world)
            world.send(1)
            world.waitForArrival()
            world.bring(end)
            world.mayGoOn()
        case .after:
            begin(construct, in: world)
            world.send(1)
            world.waitForArrival()
            world.mayGoOn()
            world.begunIsOver(.here)
            #expect(world.waitForRelease(), "\(world.heldCount) are held before \(end)")
            world.bring(end)
        }
    }

    /// Begins the construct, and waits until a value would arrive.
    private func begin(_ construct: CrossingConstruct, in world: CrossingWorld) {
        construct.begin(world)
        if construct.kind == .subscription { world.waitUntilSubscribed() }
    }
}
