import Scheduling
import SchedulingTestKit
import Simulation
import Testing

@Suite struct CoverageTests {
    @Test func stepsOfTwoSchedulersAreSeenInBothOrders() {
        let coverage = Simulation { world in
            for name in ["left", "right"] { world.work(name).schedule {} }
        }.coverage(seeds: 0..<50)
        #expect(coverage.runCount == 50)
        #expect(coverage.distinctCount == 2)
        #expect(coverage.pairCount == 1)
        #expect(coverage.reversedPairCount == 1)
    }

    @Test func aPostComesBeforeItsRunInAllOrders() {
        let coverage = Simulation { world in
            let business = world.work()
            world.main.schedule { business.schedule {} }
        }.coverage(seeds: 0..<50)
        #expect(coverage.distinctCount == 1)
        #expect(coverage.pairCount == 1)
        #expect(coverage.reversedPairCount == 0)
    }

    @Test func aStepIsRecognizedByItsPosterInEachOrder() {
        let coverage = Simulation { world in
            let business = world.work()
            for name in ["left", "right"] {
                world.work(name).schedule { business.schedule {} }
            }
        }.coverage(seeds: 0..<100)
        // The steps of `left` and `right`, and their two posts to BL: each post follows its poster.
        #expect(coverage.pairCount == 6)
        #expect(coverage.reversedPairCount == 4)
    }
}
