import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

#if os(macOS) || os(Linux)  // exit tests

    /// Only the owner of a queue takes its items, and only a scheduler makes a thread its own.
    @Suite struct RightToRunTests {
        @Test func aForeignThreadCannotServe() async {
            await #expect(processExitsWith: .failure) {
                _ = WorkScheduler(name: "BL").serve(until: .distantFuture) { true }
            }
            await #expect(processExitsWith: .failure) {
                _ = VirtualScheduler().serve(until: .distantFuture) { true }
            }
            await #expect(processExitsWith: .failure) {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        _ = MainScheduler.shared.serve(until: .distantFuture) { true }
                        continuation.resume()
                    }
                }
            }
        }

        @Test func workOfAnotherSchedulerCannotServe() async {
            await #expect(processExitsWith: .failure) {
                let (business, io) = (WorkScheduler(name: "BL"), WorkScheduler(name: "IO"))
                io.schedule { _ = business.serve(until: .distantFuture) { true } }
                await io.drained()
            }
            await #expect(processExitsWith: .failure) { @MainActor in
                let business = WorkScheduler(name: "BL")
                MainScheduler.shared.schedule {
                    _ = business.serve(until: .distantFuture) { true }
                }
                await MainScheduler.shared.drained()
            }
        }

        @Test func anItemRunsOnNoThreadButTheSchedulers() async {
            await #expect(processExitsWith: .failure) {
                WorkItem({}, provenance: nil).run(on: WorkScheduler(name: "BL"))
            }
            await #expect(processExitsWith: .failure) {
                WorkItem({}, provenance: nil).skip(on: WorkScheduler(name: "BL"))
            }
            await #expect(processExitsWith: .failure) {
                WorkItem({}, provenance: nil).run(on: VirtualScheduler())
            }
            await #expect(processExitsWith: .failure) {
                WorkItem({}, provenance: nil).run(on: DispatchQueueScheduler())
            }
            await #expect(processExitsWith: .failure) {
                let business = WorkScheduler(name: "BL")
                business.schedule(after: .seconds(3600)) {}.take()?.run(on: business)
            }
        }

        @Test func aMethodOfAnActorCannotWait() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                await Resident(WorkScheduler(name: "BL")).ask(SchedulerBound(on: .other) { 1 })
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("a method of an actor, or a task, waits on scheduler 'other'"))
        }

        @available(*, deprecated, message: "calls what the compiler warns of")
        @Test func aClosureOfAnActorTrapsInEveryBuild() async {
            await #expect(processExitsWith: .failure) { @MainActor in
                WorkScheduler(name: "BL").schedule(OfMainActor.act)
            }
        }

        #if DEBUG
            @Test func aClosureOfAnActorWithAResultTraps() async {
                await #expect(processExitsWith: .failure) { @MainActor in
                    let numbers = SchedulerBound(on: WorkScheduler(name: "BL")) { 1 }
                    _ = try await numbers.run(OfMainActor.same)
                }
                await #expect(processExitsWith: .failure) { @MainActor in
                    _ = SchedulerBound(on: WorkScheduler(name: "BL"), OfMainActor.one)
                }
                await #expect(processExitsWith: .failure) { @MainActor in
                    let pool = ServicePool(on: [WorkScheduler(name: "BL")]) { 1 }
                    _ = try await pool.run(OfMainActor.same)
                }
            }
        #endif
    }

    @MainActor private enum OfMainActor {
        static func act() {}
        static func one() -> Int { 1 }
        static func same(_ number: Int) -> Int { number }
    }

    private actor Resident {
        private let home: WorkScheduler
        nonisolated var unownedExecutor: UnownedSerialExecutor { home.asUnownedSerialExecutor() }

        init(_ home: WorkScheduler) { self.home = home }

        func ask(_ numbers: SchedulerBound<Int>) { help(numbers) }

        private func help(_ numbers: SchedulerBound<Int>) { _ = try? numbers.wait { $0 } }
    }

    extension Scheduler where Self == WorkScheduler {
        fileprivate static var other: WorkScheduler { WorkScheduler(name: "other") }
    }

#endif

/// The closures of the main scheduler are code of the main actor.
@Suite struct MainSchedulerClosureTests {
    @MainActor private final class Screen {
        var lines: [String] = []

        func show(_ line: String) { lines.append(line) }
    }

    @MainActor @Test func closuresOfTheMainSchedulerUseTheMainActor() async {
        let screen = Screen()
        MainScheduler.shared.schedule { screen.show("scheduled") }
        MainScheduler.shared.schedule(after: .zero) { screen.show("delayed") }
        let repeated = await withCheckedContinuation { continuation in
            var handle: RepeatingWork?
            handle = MainScheduler.shared.schedule(every: .nanoseconds(1)) {
                screen.show("repeated")
                guard let work = handle.take() else { return }
                work.cancel()
                continuation.resume(returning: work)
            }
        }
        MainScheduler.shared.perform { screen.show("performed") }
        await MainScheduler.shared.drained()
        #expect(!repeated.isActive)
        #expect(Set(screen.lines) == ["scheduled", "delayed", "repeated", "performed"])
    }
}
