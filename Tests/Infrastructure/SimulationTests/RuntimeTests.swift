import Scheduling
import SchedulingTestKit
import Signals
import Simulation
import Testing

/// The promises of the runtime, in the orders that seeds choose.
@Suite struct RuntimeTests {
    @Schedulable
    fileprivate final class Feed {
        private let subject = Subject<Int, Never>()

        func values() -> Signal<Int, Never> { subject.signal }
        func send(_ number: Int) { subject.send(number) }
        func end() { subject.complete() }
        func hasObservers() -> Bool { subject.observerCount > 0 }
    }

    @Schedulable
    fileprivate final class Screen {
        private(set) var shown: [Int] = []
        private(set) var ends = 0
        private(set) var isLate = false
        private var isClosed = false
        private var subscription: Disposable?

        func open(_ feed: SchedulerBound<Feed>) {
            subscription = feed.signal { $0.values() }
                .deliver(to: self, in: .here) { screen, number in
                    screen.isLate = screen.isLate || screen.isClosed || screen.ends > 0
                    screen.shown.append(number)
                } ended: { screen, _ in
                    screen.isLate = screen.isLate || screen.isClosed
                    screen.ends += 1
                }
        }

        func close() {
            isClosed = true
            subscription?.dispose()
        }
    }

    @Test func aSignalKeepsItsOrderOverAHopAndEndsOnce() {
        let exploration = Simulation { world in
            let feed = SchedulerBound(on: world.work()) { Feed() }
            let screen = SchedulerBound(on: world.main) { Screen() }
            screen.schedule { $0.open(feed) }
            let producer = world.work("producer")
            for number in 0..<6 {
                producer.schedule(after: .milliseconds(number)) {
                    feed.schedule { $0.send(number) }
                }
            }
            producer.schedule(after: .milliseconds(6)) { feed.schedule { $0.end() } }
            let closing = Duration.milliseconds(world.choose(10))
            world.main.schedule(after: closing) { screen.schedule { $0.close() } }
            world.always("no gap and no other order", of: screen) { screen in
                zip(screen.shown, screen.shown.dropFirst()).allSatisfy { $1 == $0 + 1 }
            }
            world.always("nothing after the end", of: screen) { !$0.isLate && $0.ends <= 1 }
            world.atEnd("no observer is left", of: feed) { !$0.hasObservers() }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 250)
    }

    @Test func aPoolKeepsTheOrderOfEachKey() {
        let exploration = Simulation { world in
            let pool = ServicePool(on: world.pool(3)) { 1 }
            let order = Recorder<[Int]>()
            for (key, producer) in [world.main, world.work("I/O")].enumerated() {
                producer.schedule {
                    for number in 0..<4 {
                        pool.schedule(for: key) { _ in order.add([key, number]) }
                    }
                }
            }
            world.atEnd("the order of each key") { _ in
                (0..<2).allSatisfy { key in
                    order.values.filter { $0[0] == key }.map { $0[1] } == Array(0..<4)
                }
            }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 200)
    }

    /// The shutdown has a scheduler of its own, so that it comes between any two steps.
    @Test(arguments: [ShutdownMode.orderly, .finishRunning])
    func aPoolThatIsShutDownAtAnyStepEndsEachJobOnce(_ mode: ShutdownMode) {
        let counts = Recorder<Int>()
        let exploration = Simulation { world in
            let pool = ServicePool(on: world.pool(2)) { 1 }
            let (ran, outcomes, ends) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
            let isLate = Recorder<Int>()
            world.main.schedule {
                for number in 0..<5 {
                    pool.schedule { _ in
                        if !ends.values.isEmpty { isLate.add(number) }
                        ran.add(number)
                    } outcome: { error in
                        outcomes.add(error == nil ? number : -1)
                    }
                }
            }
            world.work("closer").schedule {
                pool.shutDown(mode) { _ in ends.add(1) }
            }
            world.always("no job after the end") { _ in isLate.values.isEmpty }
            world.atEnd("one end, and one outcome for each job") { _ in
                counts.add(ran.values.count)
                return ends.values.count == 1 && outcomes.values.count == 5
                    && outcomes.values.filter { $0 >= 0 }.sorted() == ran.values.sorted()
            }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil)
        // Runs without a job, and runs with all of them, occur.
        #expect(Set(counts.values).isSuperset(of: [0, 5]))
    }

    @Test func aCancelledJobOfAPoolHasOneOutcome() {
        let outcomes = Recorder<Bool>()
        let exploration = Simulation { world in
            let pool = ServicePool(on: world.pool(2)) { 1 }
            let ends = Recorder<Bool>()
            let tasks = (0..<4).map { number in
                Task {
                    let answer = try? await pool.run { $0 + number }
                    ends.add(answer == nil)
                    outcomes.add(answer == nil)
                }
            }
            world.main.schedule { for task in tasks { task.cancel() } }
            world.atEnd("each job has one outcome") { _ in ends.values.count == 4 }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil)
        #expect(Set(outcomes.values) == [true, false])
    }

    @Test func aCallHasOneOutcomeWhenItsServiceIsReleased() {
        let outcomes = Recorder<Int?>()
        let exploration = Simulation { world in
            let business = world.work()
            let holder = Recorder<Int>()
            let service = SchedulerBound(on: business) { 7 }
            let call = Task { [weak service] in
                let answer = try? await service?.run { $0 }
                holder.add(answer ?? 0)
                outcomes.add(answer)
            }
            world.main.schedule { withExtendedLifetime(service) {} }
            world.main.schedule { call.cancel() }
            world.atEnd("one outcome") { _ in holder.values.count == 1 }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil)
        #expect(Set(outcomes.values) == [nil, 7])
    }
}
