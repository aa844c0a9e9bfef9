import Scheduling
import SchedulingTestKit
import Simulation
import Testing

/// Tasks and actors as parts of a simulation.
@Suite struct ConcurrencyTests {
    private actor Pinned {
        private let scheduler: any Scheduler
        private(set) var count = 0

        init(to scheduler: any Scheduler) { self.scheduler = scheduler }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            scheduler.asUnownedSerialExecutor()
        }

        func increment() -> Bool {
            count += 1
            return scheduler.isCurrent
        }
    }

    private actor Plain {
        private(set) var count = 0
        func increment() { count += 1 }
    }

    @MainActor private final class Model {
        var count = 0
    }

    @Test func tasksAndActorsTakePart() async {
        // The caller is a task, too.
        let exploration = Simulation { world in
            let business = world.work()
            let pinned = Pinned(to: business)
            let places = Recorder<Bool>()
            for _ in 0..<3 { Task { places.add(await pinned.increment()) } }
            Task(executorPreference: business) {
                places.add(business.isCurrent)
                await Task.yield()  // reason: a second step of the task
                places.add(business.isCurrent)
            }
            world.atEnd("all ran on the scheduler") { _ in
                places.values == [true, true, true, true, true]
            }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 50)
    }

    @Test func theMainActorIsTheMainScheduler() {
        let exploration = Simulation { world in
            let main = world.main
            let places = Recorder<Bool>()
            let model = MainActor.assumeIsolated { Model() }
            Task { @MainActor in
                places.add(main.isCurrent)
                model.count += 1
            }
            Task.detached {
                places.add(Schedulers.current == nil)
                await MainActor.run { places.add(main.isCurrent) }
            }
            main.schedule { MainActor.assumeIsolated { model.count += 1 } }
            world.atEnd("all ran") { _ in
                places.values == [true, true, true]
                    && MainActor.assumeIsolated { model.count } == 2
            }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
    }

    @Test func childTasksTakePart() {
        let exploration = Simulation { world in
            let plain = Plain()
            let sums = Recorder<Int>()
            Task {
                let sum = await withTaskGroup(of: Int.self) { group in
                    for number in 1...4 {
                        group.addTask {
                            await plain.increment()
                            return number
                        }
                    }
                    return await group.reduce(0, +)
                }
                async let count = plain.count
                sums.add(sum)
                sums.add(await count)
            }
            world.atEnd("all children ran") { _ in sums.values == [10, 4] }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 10)
    }

    @Test func theOrderOfTasksIsADecision() {
        let orders = Recorder<[Int]>()
        _ = Simulation { world in
            let order = Recorder<Int>()
            for number in 0..<3 { Task { order.add(number) } }
            world.atEnd("seen") { _ in
                orders.add(order.values)
                return true
            }
        }.explore(seeds: 0..<200)
        #expect(Set(orders.values).count == 6)
    }

    @Test func aCancelledCallResumesInTheWorld() {
        let exploration = Simulation { world in
            let business = world.work()
            let service = SchedulerBound(on: business) { 1 }
            let outcomes = Recorder<String>()
            let task = Task {
                do {
                    outcomes.add("\(try await service.run { $0 })")
                } catch {
                    outcomes.add("cancelled")
                }
            }
            world.main.schedule { task.cancel() }
            world.atEnd("one outcome") { _ in outcomes.values.count == 1 }
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 3)
    }

    @Test func aPoolOfServicesTakesPart() {
        let exploration = Simulation { world in
            let pool = ServicePool(on: world.pool(3)) { 1 }
            let done = Recorder<Int>()
            for number in 0..<6 { pool.schedule { done.add(number * $0) } }
            world.atEnd("each job ran once") { _ in done.values.sorted() == Array(0..<6) }
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil)
        #expect(exploration.distinctCount > 20)
    }
}
