import Scheduling
import SchedulingTestKit
import Testing

private actor Pinned {
    private let scheduler: WorkScheduler
    private(set) var count = 0

    init(to scheduler: WorkScheduler) { self.scheduler = scheduler }

    nonisolated var unownedExecutor: UnownedSerialExecutor { scheduler.asUnownedSerialExecutor() }

    func increment() -> Bool {
        count += 1
        return scheduler.isCurrent
    }

    func incrementAroundAnAwait() async -> [Bool] {
        let before = scheduler.isCurrent
        await Task.detached {}.value
        return [before, scheduler.isCurrent]
    }

    nonisolated func assume() -> Int { assumeIsolated { $0.count } }
}

/// An executor whose jobs a scheduler runs.
private final class Forwarding: TaskExecutor {
    private let scheduler: WorkScheduler

    init(to scheduler: WorkScheduler) { self.scheduler = scheduler }

    func enqueue(_ job: consuming ExecutorJob) { scheduler.enqueue(UnownedJob(job)) }
}

/// A scheduler whose `post` returns after the item has run, and records whether the scheduler still
/// existed then.
private final class ImmediateScheduler: Scheduler {
    struct Record {
        var itemCount = 0
        var hasEnded = false
        var hasEndedDuringPost = false
    }

    final class History: Sendable {
        let record = Guarded(Record())
    }

    let name = "immediate"
    let history: History

    init(_ history: History) { self.history = history }

    deinit { history.record.withLock { $0.hasEnded = true } }

    var now: SchedulerInstant { .monotonicNow }
    var isCurrent: Bool { Schedulers.current === self }
    var isRunByCaller: Bool { true }
    var backlog: Backlog { Backlog(count: 0, oldestWait: nil) }

    func post(_ item: consuming WorkItem) -> PostResult {
        let history = history
        item.run(on: self)
        history.record.withLock {
            $0.itemCount += 1
            $0.hasEndedDuringPost = $0.hasEnded
        }
        return .accepted
    }

    func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
    }
}

@Suite struct ExecutorTests {
    @Test func anActorPinnedToASchedulerRunsThere() async {
        await withScheduler { scheduler in
            let actor = Pinned(to: scheduler)
            #expect(await actor.increment())
            #expect(await actor.incrementAroundAnAwait() == [true, true])
        }
    }

    @Test func assumeIsolatedHoldsForPlainWorkOfTheSameScheduler() async {
        await withScheduler { scheduler in
            let actor = Pinned(to: scheduler)
            _ = await actor.increment()
            let count = await withCheckedContinuation { continuation in
                scheduler.schedule { continuation.resume(returning: actor.assume()) }
            }
            #expect(count == 1)
        }
    }

    /// Before it has waited for another task, and afterwards.
    private func expectATask(
        preferring executor: some TaskExecutor, toRunOn scheduler: WorkScheduler
    ) async {
        let places = await Task(executorPreference: executor) {
            let before = scheduler.isCurrent
            await Task.detached {}.value
            return [before, scheduler.isCurrent]
        }.value
        #expect(places == [true, true])
    }

    @Test func anExecutorMayForwardItsJobsToAScheduler() async {
        await withScheduler { scheduler in
            await expectATask(preferring: Forwarding(to: scheduler), toRunOn: scheduler)
        }
    }

    @Test func isIsolatingCurrentContextIsTrueInsideOnly() async {
        await withScheduler { scheduler in
            #expect(scheduler.isIsolatingCurrentContext() == false)
            let inside = await withCheckedContinuation { continuation in
                scheduler.schedule {
                    continuation.resume(returning: scheduler.isIsolatingCurrentContext())
                }
            }
            #expect(inside == true)
        }
    }

    @Test func aTaskThatPrefersASchedulerRunsThere() async {
        await withScheduler { scheduler in
            await expectATask(preferring: scheduler, toRunOn: scheduler)
        }
    }

    @Test func aTaskThatIsResumedAfterTheShutdownStillEnds() async {
        let scheduler = WorkScheduler(name: "BL")
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let task = Task(executorPreference: scheduler) {
            for await _ in stream {}
            return scheduler.isCurrent
        }
        await scheduler.drained()
        scheduler.shutDown()
        _ = await scheduler.finished()
        continuation.finish()
        #expect(await task.value)
    }

    @Test func aSchedulerExistsUntilItHasPostedTheLastStepOfItsTask() async {
        let history = ImmediateScheduler.History()
        let (waiting, resume) = AsyncStream<UnsafeContinuation<Void, Never>>.makeStream()
        Task(executorPreference: ImmediateScheduler(history)) {
            await withUnsafeContinuation { _ = resume.yield($0) }
        }
        let first = history.record.withLock { $0 }
        #expect(!first.hasEnded)
        await waiting.first { _ in true }?.resume()
        let last = history.record.withLock { $0 }
        #expect(last.itemCount > first.itemCount)
        #expect(last.hasEnded)
        #expect(!last.hasEndedDuringPost)
    }

    @Test func mainActorCodeIsOnTheMainScheduler() async {
        await MainActor.run { #expect(MainScheduler.shared.isCurrent) }
        let isMain = await withCheckedContinuation { continuation in
            MainScheduler.shared.schedule {
                continuation.resume(returning: MainActor.assumeIsolated { true })
            }
        }
        #expect(isMain)
        #expect(await Task.detached { MainScheduler.shared.isCurrent }.value == false)
    }
}
