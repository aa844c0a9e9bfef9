import Scheduling
import SchedulingTestKit
import Simulation
import Testing

/// The shutdown of a scheduler, at every step of the work that others give it.
@Suite struct ShutdownTests {
    @Schedulable
    fileprivate final class Resident {
        private let visits: Recorder<Int>
        private let releases: Recorder<Bool>
        private let scheduler: any Scheduler

        init(_ visits: Recorder<Int>, _ releases: Recorder<Bool>, on scheduler: any Scheduler) {
            self.visits = visits
            self.releases = releases
            self.scheduler = scheduler
        }

        deinit {
            checkScheduler(.release)
            releases.add(scheduler.isCurrent)
        }

        func visit(_ number: Int) { visits.add(number) }
    }

    /// Runs the program with seeds; `isFaulty` lets a call forget its outcome.
    private func explore(
        _ mode: ShutdownMode, isFaulty: Bool = false, _ counts: Recorder<Int>? = nil
    ) -> SimulationExploration {
        Simulation { world in
            let business = world.work()
            let (visits, outcomes) = (Recorder<Int>(), Recorder<Int>())
            let (releases, late) = (Recorder<Bool>(), Recorder<Int>())
            let endings = Recorder<Bool>()
            let service = SchedulerBound(on: business) {
                Resident(visits, releases, on: $0.scheduler)
            }
            for producer in 0..<2 {
                let home = producer == 0 ? world.main : world.work("I/O")
                home.schedule {
                    for step in 0..<3 {
                        let number = 10 * producer + step
                        service.schedule { $0.visit(number) }
                    }
                }
                Task {
                    let answer: Void? = try? await service.run { $0.visit(100 + producer) }
                    if answer != nil || !isFaulty { outcomes.add(answer == nil ? 0 : 1) }
                }
            }
            let skipped = business.schedule(after: .milliseconds(1), atShutdown: .skip) {
                if !endings.values.isEmpty { late.add(1) }
            }
            _ = business.scheduleAtEnd { endings.add(true) }
            world.work("closer").schedule { world.shutDown(business, mode) }
            world.always("no service is entered after the end") { _ in late.values.isEmpty }
            world.always("the order of each producer") { _ in
                (0..<2).allSatisfy { producer in
                    let own = visits.values.filter { $0 / 10 == producer }
                    return own == (0..<own.count).map { 10 * producer + $0 }
                }
            }
            world.atEnd("the scheduler has ended") { _ in
                endings.values == [true] && !skipped.isWaiting && business.waitingCount == 0
            }
            world.atEnd("each call has one outcome") { _ in
                counts?.add(visits.values.count)
                return outcomes.values.count == 2
                    && outcomes.values.reduce(0, +) == visits.values.count { $0 >= 100 }
            }
            world.atEnd("the service was released on its scheduler") { _ in
                withExtendedLifetime(service) { releases.values == [true] || releases.values == [] }
            }
        }.explore(seeds: 0..<500)
    }

    @Test(arguments: [ShutdownMode.orderly, .finishRunning])
    func workHasOneOutcome(_ mode: ShutdownMode) {
        let counts = Recorder<Int>()
        let exploration = explore(mode, counts)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        #expect(exploration.distinctCount > 300)
        // Runs without a call, and runs with many of them, occur.
        #expect(Set(counts.values).isSuperset(of: [0, 5]))
    }

    @Test func aForgottenOutcomeIsFound() {
        #expect(explore(.finishRunning, isFaulty: true).finding != nil)
    }

    @Test func aShutdownRefusesAndSkipsAsItsModeSays() {
        func events(_ mode: ShutdownMode) -> [String] {
            let events = Recorder<String>()
            let run = Simulation { world in
                let business = world.work()
                for behavior in [ShutdownBehavior.run, .skip, .always] {
                    business.schedule(atShutdown: behavior) { events.add("\(behavior)") }
                    business.schedule(after: .seconds(9), atShutdown: behavior) {
                        events.add("\(behavior) later")
                    }
                }
                _ = business.scheduleAtEnd { events.add("end") }
                world.shutDown(business, mode)
                world.shutDown(business, .orderly)
                events.add(business.schedule {} == .shutDown ? "refused" : "accepted")
                business.schedule(atShutdown: .always) { events.add("late") }
            }.run()
            #expect(run.failure == nil)
            return events.values
        }
        #expect(
            events(.orderly) == [
                "refused", "run", "always", "end", "run later", "always later", "late",
            ])
        #expect(
            events(.finishRunning) == ["refused", "always", "end", "always later", "late"])
    }
}
