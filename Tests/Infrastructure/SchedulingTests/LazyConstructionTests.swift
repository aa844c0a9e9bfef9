import SchedulingTestKit
import Testing

@testable import Scheduling

/// Handles whose service is built later than the handle, and released before it.
struct LazyConstructionTests {
    private final class Service {
        private(set) var calls = 0

        func call() -> Int {
            calls += 1
            return calls
        }
    }

    private func lazyService(
        on scheduler: any Scheduler, _ builds: Recorder<String>
    ) -> SchedulerBound<Service> {
        SchedulerBound(lazilyOn: scheduler) { _ in
            builds.add(Schedulers.current?.name ?? "no scheduler")
            return Service()
        }
    }

    @Test func theFirstCallBuildsTheService() {
        let scheduler = VirtualScheduler(name: "BL")
        let builds = Recorder<String>()
        let service = lazyService(on: scheduler, builds)
        scheduler.runUntilIdle()
        #expect(builds.values == [])
        let results = Recorder<Int>()
        service.schedule { results.add($0.call()) }
        service.schedule { results.add($0.call()) }
        #expect(builds.values == [])
        scheduler.runUntilIdle()
        #expect(builds.values == ["BL"])
        #expect(results.values == [1, 2])
    }

    @Test func theFirstCallOfATaskToAnIdleSchedulerBuildsTheService() async throws {
        try await withScheduler { scheduler in
            let builds = Recorder<String>()
            let service = lazyService(on: scheduler, builds)
            await scheduler.drained()
            let first = try await service.run { $0.call() }
            let second = try await service.run(deadline: .seconds(60)) { $0.call() }
            #expect([first, second] == [1, 2])
            #expect(builds.values == ["BL"])
        }
    }

    @Test func directAccessBuildsTheService() throws {
        let scheduler = VirtualScheduler(name: "BL")
        let builds = Recorder<String>()
        let service = lazyService(on: scheduler, builds)
        let result = try scheduler.enter { try service.get(in: $0).call() }
        #expect(result == 1)
        #expect(builds.values == ["BL"])
    }

    @Test func postedConstructionBuildsTheServiceOnce() {
        let scheduler = VirtualScheduler(name: "BL")
        let builds = Recorder<String>()
        let service = lazyService(on: scheduler, builds)
        service.postConstruction { _ in Issue.record("refused") }
        service.postConstruction { _ in Issue.record("refused") }
        scheduler.runUntilIdle()
        #expect(builds.values == ["BL"])
    }

    @Test func constructionOnAnEndedSchedulerIsRefused() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let builds = Recorder<String>()
        let service = lazyService(on: scheduler, builds)
        let refusals = Recorder<BoundError.Code>()
        service.postConstruction { refusals.add($0.code) }
        #expect(refusals.values == [.schedulerShutDown])
        #expect(builds.values == [])
    }

    @Test(arguments: [true, false])
    func callsToAClosedServiceFail(isBuilt: Bool) {
        let scheduler = VirtualScheduler(name: "BL")
        let service = lazyService(on: scheduler, Recorder())
        if isBuilt { service.postConstruction { _ in } }
        let closed = Recorder<String>()
        service.close { closed.add(Schedulers.current?.name ?? "no scheduler") }
        let outcomes = Recorder<BoundError.Code?>()
        service.schedule({ _ in }, outcome: { outcomes.add($0?.code) })
        scheduler.runUntilIdle()
        #expect(closed.values == ["BL"])
        #expect(outcomes.values == [.serviceGone])
    }
}
