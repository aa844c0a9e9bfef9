import Foundation
import Scheduling
import SchedulingTestKit
import Simulation
import Testing

@Suite struct SimulationTests {
    /// A program in which three schedulers post to each other and to themselves.
    private static func exchange(in world: World, _ order: Recorder<String> = Recorder()) {
        let schedulers = [world.main, world.work("BL"), world.work("I/O")]
        @Sendable func post(_ left: Int, from number: Int) {
            order.add("\(number) \(left)")
            guard left > 0 else { return }
            let next = schedulers[(number + left) % 3]
            next.schedule { post(left - 1, from: next.number) }
            schedulers[number].schedule(after: .milliseconds(left)) { order.add("timer") }
        }
        for scheduler in schedulers { scheduler.schedule { post(6, from: scheduler.number) } }
    }

    @Test func theSameSeedGivesTheSameTrace() {
        let simulation = Simulation(seed: 7) { world in Self.exchange(in: world) }
        let first = simulation.run()
        #expect(first.failure == nil)
        #expect(first.stepCount > 30)
        for _ in 0..<1_000 { #expect(simulation.run().hash == first.hash) }
    }

    /// Threads that compete for all processors change the times of a run, and not its order.
    @Test func theLoadOfTheMachineDoesNotChangeATrace() {
        let simulation = Simulation(seed: 7) { world in Self.exchange(in: world) }
        let isOver = Guarded(false)
        let turns = Guarded(0)
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
            Thread { while !isOver.withLock({ $0 }) { turns.withLock { $0 += 1 } } }.start()
        }
        let hashes = Set((0..<1_000).map { _ in simulation.run().hash })
        isOver.withLock { $0 = true }
        #expect(hashes == [simulation.run().hash])
        #expect(turns.withLock { $0 } > 0)
    }

    @Test func seedsGiveDifferentOrders() {
        let exploration = Simulation { world in Self.exchange(in: world) }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
        #expect(exploration.runCount == 100)
        #expect(exploration.distinctCount > 90)
    }

    @Test func decisionsRepeatTheRunOfASeed() {
        let simulation = Simulation(seed: 3) { world in Self.exchange(in: world) }
        let run = simulation.run()
        let text = run.schedule.description
        #expect(!text.isEmpty)
        #expect(Schedule(text).map(simulation.replay)?.hash == run.hash)
    }

    @Test(arguments: ["1", "1:0", "2:1 1:1", "1:x", "a b", "99999999999:1"])
    func aMalformedScheduleIsRefused(_ text: String) { #expect(Schedule(text) == nil) }

    @Test func aProducersWorkKeepsItsOrder() {
        let exploration = Simulation { world in
            let (left, right) = (world.work("left"), world.work("right"))
            let order = Recorder<Int>()
            left.schedule { for number in 0..<5 { right.schedule { order.add(number) } } }
            world.atEnd("posting order") { _ in order.values == Array(0..<5) }
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil)
    }

    @Test func aTimerIsNeverEarlyAndSometimesLate() {
        let delays = Recorder<Duration>()
        let exploration = Simulation { world in
            let other = world.work()
            world.main.schedule(after: .milliseconds(20)) { delays.add(world.time) }
            for number in 1..<5 { other.schedule(after: .milliseconds(7 * number)) {} }
            world.always("never early") { _ in true }
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil)
        #expect(delays.values.allSatisfy { $0 >= .milliseconds(20) && $0 <= .milliseconds(40) })
        #expect(delays.values.contains(.milliseconds(20)))
        #expect(delays.values.contains { $0 > .milliseconds(20) })
    }

    @Test func theSeedChoosesByHowMuchATimerIsLate() {
        let moments = Recorder<Duration>()
        _ = Simulation { world in
            world.main.schedule(after: .milliseconds(20)) { moments.add(world.time) }
        }.explore(seeds: 0..<50)
        #expect(Set(moments.values) == [.milliseconds(20), .milliseconds(21), .milliseconds(30)])
    }

    @Test func aTimerComesAfterTheItemsThatWerePostedBeforeIt() {
        let exploration = Simulation { world in
            let business = world.work()
            let order = Recorder<String>()
            world.main.schedule {
                business.schedule { order.add("item") }
                business.schedule(after: .zero) { order.add("timer") }
            }
            world.atEnd("posting order") { _ in order.values == ["item", "timer"] }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
    }

    @Test func timersOfOneSchedulerKeepTheOrderOfTheirMoments() {
        let exploration = Simulation { world in
            let order = Recorder<Int>()
            for number in [3, 1, 2, 2] {
                world.main.schedule(after: .milliseconds(number)) { order.add(number) }
            }
            world.atEnd("order of moments") { _ in order.values == [1, 2, 2, 3] }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
    }

    @Test func aLateTimerRunsBeforeOrAfterItemsThatWereReadyFirst() {
        let orders = Recorder<[String]>()
        _ = Simulation { world in
            let business = world.work()
            let order = Recorder<String>()
            business.schedule(after: .milliseconds(5)) { order.add("timer") }
            world.main.schedule(after: .milliseconds(4)) {
                business.schedule { order.add("item") }
            }
            world.atEnd("both ran") { _ in
                orders.add(order.values)
                return order.values.count == 2
            }
        }.explore(seeds: 0..<100)
        #expect(Set(orders.values) == [["timer", "item"], ["item", "timer"]])
    }

    @Test func allOrdersOfTwoSchedulersAreTried() {
        var options = SimulationOptions()
        options.lateness = .zero
        let orders = Recorder<String>()
        let exploration = Simulation(options: options) { world in
            let order = Recorder<String>()
            for name in ["a", "b"] {
                let scheduler = world.work(name)
                for _ in 0..<2 { scheduler.schedule { order.add(name) } }
            }
            world.atEnd("seen") { _ in
                orders.add(order.values.joined())
                return true
            }
        }.exhaust(decisions: 10)
        #expect(exploration.isComplete)
        #expect(exploration.runCount == 6)
        #expect(
            orders.values.sorted() == ["aabb", "abab", "abba", "baab", "baba", "bbaa"])
    }

    @Test func theSearchEndsAtItsLimit() {
        let exploration = Simulation { world in Self.exchange(in: world) }
            .exhaust(decisions: 20, runs: 50)
        #expect(exploration.runCount == 50)
        #expect(!exploration.isComplete)
    }

    @Test func aWaitRunsTheOtherSchedulers() {
        let exploration = Simulation { world in
            let (business, disk) = (world.work(), world.work("disk"))
            let answer = Recorder<Int>()
            let store = SchedulerBound(on: disk) { 40 }
            let service = SchedulerBound(on: business) { 2 }
            world.main.schedule {
                let sum = try? service.wait { number in try number + store.wait { $0 } }
                answer.add(sum ?? 0)
            }
            world.atEnd("the wait ended") { _ in answer.values == [42] }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
    }

    @Test func aWaitEndsAtItsDeadline() {
        let run = Simulation { world in
            let business = world.work()
            let service = SchedulerBound(on: business) { 1 }
            let isOver = Recorder<Duration>()
            business.schedule(after: .milliseconds(1)) {
                _ = try? service.wait(deadline: .milliseconds(50)) { $0 }
            }
            world.main.schedule {
                let never = SchedulerBound<Int>(on: world.work("slow")) { 1 }
                _ = try? never.wait(deadline: .seconds(1)) { $0 }
                isOver.add(world.time)
            }
            world.atEnd("both waits ended") { _ in isOver.values.count == 1 }
        }.run()
        #expect(run.failure == nil)
    }
}
