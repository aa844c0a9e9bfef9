import Scheduling
import SchedulingTestKit
import Testing

/// The scheduler that releases the captures of work that ends before its poster continues.
@Suite struct ReleaseTests {
    private let releases = Recorder<String?>()
    private let home = WorkScheduler(name: "BL")
    private var prompt: PromptScheduler { PromptScheduler(home) }

    @Test func capturesOfPostedWorkDieOnItsScheduler() async {
        prompt.schedule(work())
        prompt.schedule(atShutdown: .always, work())
        prompt.perform(work())
        prompt.schedule(after: .zero, work())
        await expectReleases(4)
    }

    @Test func capturesOfBoundCallsDieOnTheServicesScheduler() async throws {
        let service = SchedulerBound(on: prompt) { 7 }
        service.schedule(call())
        service.schedule(call(), outcome: { _ in })
        func block() throws { _ = try service.wait(view()) }
        try block()
        _ = try await service.run(view())
        await expectReleases(4)
    }

    @Test func capturesOfConstructionsDieOnTheServicesScheduler() async {
        _ = SchedulerBound(on: prompt, construction())
        await expectReleases(1)
    }

    @Test func capturesOfWorkThatComesAfterTheEndDieInsideItsScheduler() async {
        home.shutDown()
        _ = await home.finished()
        home.schedule(atShutdown: .always, work())
        await expectReleases(1)
    }

    @Test func capturesOfACallThatAShutdownSkipsDieOnTheServicesScheduler() async throws {
        let prompt = PromptScheduler(home)
        let service = SchedulerBound(on: prompt) { 7 }
        prompt.skipTheNext()
        #expect(throws: BoundError.self) { try service.wait(view()) }
        await expectReleases(1)
    }

    @Test func capturesOfATasksCallThatAShutdownSkipsDieOnTheServicesScheduler() async {
        let prompt = PromptScheduler(home)
        let service = SchedulerBound(on: prompt) { 7 }
        prompt.skipTheNext()
        let error = await #expect(throws: BoundError.self) { try await service.run(view()) }
        #expect(error?.code == .schedulerShutDown)
        await expectReleases(1)
    }

    @Test func capturesOfACancelledCallDieOnTheServicesScheduler() async {
        let service = SchedulerBound(on: home) { 7 }
        let gate = Gate(closing: home)
        let task = Task { try await service.run(view()) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(releases.values.isEmpty)
        gate.open()
        await expectReleases(1)
    }

    @Test func capturesOfACallThatIsRefusedGoBackToItsCaller() async {
        let service = SchedulerBound(on: home) { 7 }
        home.shutDown()
        _ = await home.finished()
        let caller = WorkScheduler(name: "UI")
        defer { caller.shutDown() }
        let task = Task(executorPreference: caller) { try await service.run(view()) }
        await #expect(throws: BoundError.self) { try await task.value }
        await caller.drained()
        #expect(releases.values == ["UI"])
    }

    // Each makes a closure that is the only one to hold what it captured.

    private func work() -> sending () -> Void {
        let probe = releases.probe()
        return { withExtendedLifetime(probe) {} }
    }

    private func call() -> sending (Int) -> Void {
        let probe = releases.probe()
        return { _ in withExtendedLifetime(probe) {} }
    }

    private func view() -> sending (Int) -> Int {
        let probe = releases.probe()
        return { value in withExtendedLifetime(probe) { value } }
    }

    private func construction() -> sending () -> Int {
        let probe = releases.probe()
        return { withExtendedLifetime(probe) { 7 } }
    }

    private func expectReleases(_ count: Int) async {
        await home.drained()
        #expect(releases.values == Array(repeating: "BL", count: count))
        home.shutDown()
    }
}
