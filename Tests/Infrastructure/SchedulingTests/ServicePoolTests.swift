import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

private final class Worker {
    let name: String?

    init() { name = Schedulers.current?.name }
}

private struct Refusal: Error {}

@Suite struct ServicePoolTests {
    /// A job that holds a service up until the test opens it.
    private struct Barrier: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let arrived = DispatchSemaphore(value: 0)

        func hold() {
            arrived.signal()
            semaphore.wait()
        }

        func waitUntilHeld() { arrived.wait() }
        func open() { semaphore.signal() }
    }

    @Test func jobsRunOnTheSchedulersOfTheirServicesInTurn() {
        let schedulers = ["A", "B", "C"].map { VirtualScheduler(name: $0) }
        let pool = ServicePool(on: schedulers) { Worker() }
        let places = Recorder<[String?]>()
        for _ in 0..<6 { pool.schedule { places.add([$0.name, Schedulers.current?.name]) } }
        #expect(pool.waitingCount == 3)
        VirtualClock(schedulers[0], schedulers[1], schedulers[2]).runUntilIdle()
        #expect(places.values.allSatisfy { $0[0] == $0[1] })
        #expect(Set(places.values) == [["A", "A"], ["B", "B"], ["C", "C"]])
        #expect(places.values.count == 6)
        #expect(pool.waitingCount == 0)
    }

    @Test func jobGoesToTheSchedulerWithTheLeastBacklog() {
        let schedulers = ["A", "B", "C"].map { VirtualScheduler(name: $0) }
        let pool = ServicePool(on: schedulers) { Worker() }
        for scheduler in schedulers { scheduler.runUntilIdle() }
        for _ in 0..<3 { schedulers[0].schedule {} }
        schedulers[1].schedule {}
        let places = Recorder<String?>()
        for _ in 0..<3 { pool.schedule { places.add($0.name) } }
        schedulers[2].runUntilIdle()
        #expect(places.values == ["C"])
        schedulers[1].runUntilIdle()
        #expect(places.values == ["C", "B"])
        schedulers[0].runUntilIdle()
        #expect(places.values == ["C", "B", "A"])
    }

    @Test func poolOnOneSchedulerRunsJobsInOrder() async throws {
        let scheduler = VirtualScheduler()
        let pool = ServicePool(on: [scheduler]) { Worker() }
        let order = Recorder<Int>()
        for job in 0..<100 { pool.schedule { _ in order.add(job) } }
        scheduler.runUntilIdle()
        #expect(order.values == Array(0..<100))
    }

    @Test func runReturnsTheResultOrTheError() async throws {
        let pool = ServicePool(count: 2, name: "pool") { Worker() }
        let name = try await pool.run { $0.name }
        #expect(name?.hasPrefix("pool-") == true)
        await #expect(throws: Refusal.self) {
            try await pool.run { _ -> Int in throw Refusal() }
        }
        let answers = try await withThrowingTaskGroup { group in
            for job in 0..<500 { group.addTask { try await pool.run { _ in job } } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(0..<500))
        pool.shutDown()
        _ = await pool.finished()
    }

    @Test func jobsWithEqualKeysKeepTheirOrder() async {
        let pool = ServicePool(count: 4, name: "keys", capacity: 10_000) { Worker() }
        let order = (0..<8).map { _ in Recorder<Int>() }
        let running = Guarded([Int](repeating: 0, count: 8))
        let overlaps = Guarded(0)
        for job in 0..<4_000 {
            let key = job % 8
            pool.schedule(for: "key \(key)") { @Sendable _ in
                let count = running.withLock { counts in
                    counts[key] += 1
                    return counts[key]
                }
                if count > 1 { overlaps.withLock { $0 += 1 } }
                order[key].add(job)
                running.withLock { $0[key] -= 1 }
            }
        }
        pool.shutDown()
        _ = await pool.finished()
        #expect(overlaps.withLock { $0 } == 0)
        for (key, order) in order.enumerated() {
            #expect(order.values == (0..<500).map { $0 * 8 + key })
        }
    }

    /// With the threads of a real pool: one service is held, and all other jobs run.
    @Test func slowJobDelaysNoOther() async {
        let pool = ServicePool(count: 2, name: "slow", capacity: 2_000) { Worker() }
        let barrier = Barrier()
        let done = Guarded(0)
        let allDone = DispatchSemaphore(value: 0)
        pool.schedule(for: "slow") { _ in barrier.hold() }
        barrier.waitUntilHeld()
        let follower = Recorder<Int>()
        pool.schedule(for: "slow") { _ in follower.add(1) }
        for _ in 0..<1_000 {
            pool.schedule { @Sendable _ in
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                if count == 1_000 { allDone.signal() }
            }
        }
        await onDispatchQueue { allDone.wait() }
        #expect(follower.values == [])
        #expect(pool.waitingCount == 1)
        barrier.open()
        pool.shutDown()
        _ = await pool.finished()
        #expect(follower.values == [1])
    }

    @Test func poolWithoutACapacityAcceptsAJobForEachFreeService() {
        let schedulers = ["A", "B"].map { VirtualScheduler(name: $0) }
        let pool = ServicePool(on: schedulers, capacity: 0) { Worker() }
        for _ in 0..<2 {
            let results = (0..<3).map { _ in pool.schedule { _ in } }
            #expect(results == [.accepted, .accepted, .full])
            VirtualClock(schedulers[0], schedulers[1]).runUntilIdle()
        }
    }

    @Test func fullPoolRefusesJobs() async throws {
        let scheduler = VirtualScheduler()
        let pool = ServicePool(on: [scheduler], capacity: 2) { Worker() }
        let ran = Recorder<Int>()
        let results = (0..<4).map { job in pool.schedule { _ in ran.add(job) } }
        #expect(results == [.accepted, .accepted, .accepted, .full])
        await #expect(throws: BoundError.self) { try await pool.run { _ in } }
        let reasons = Recorder<BoundError.Code?>()
        pool.schedule({ _ in ran.add(9) }, outcome: { reasons.add($0?.code) })
        #expect(reasons.values == [.queueFull])
        scheduler.runUntilIdle()
        #expect(ran.values == [0, 1, 2])
        pool.schedule({ _ in ran.add(4) }, outcome: { reasons.add($0?.code) })
        scheduler.runUntilIdle()
        #expect(ran.values == [0, 1, 2, 4])
        #expect(reasons.values == [.queueFull, nil])
    }

    @Test func cancellingTakesAWaitingJobBack() async {
        let pool = ServicePool(count: 1, name: "cancel", capacity: 1) { Worker() }
        let barrier = Barrier()
        let releases = Recorder<String?>()
        pool.schedule { _ in barrier.hold() }
        barrier.waitUntilHeld()
        let task = Task { [releases] in
            let probe = releases.probe()
            try await pool.run { _ in withExtendedLifetime(probe) { _ = Issue.record("it ran") } }
        }
        while pool.waitingCount == 0 { await Task.yield() }  // reason: the task runs elsewhere
        #expect(pool.schedule { _ in } == .full)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pool.waitingCount == 0)
        #expect(releases.values == [nil])
        #expect(pool.schedule { _ in } == .accepted)
        barrier.open()
        pool.shutDown()
        _ = await pool.finished()
    }

    @Test func cancellingEndsAJobThatItsServiceHasNotBegun() async {
        let scheduler = VirtualScheduler()
        let pool = ServicePool(on: [scheduler]) { Worker() }
        scheduler.runUntilIdle()
        let ran = Recorder<Int>()
        let task = Task { try await pool.run { _ in ran.add(1) } }
        while scheduler.waitingCount == 0 { await Task.yield() }  // reason: it runs elsewhere
        #expect(pool.waitingCount == 0)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        pool.schedule { _ in ran.add(2) }
        scheduler.runUntilIdle()
        #expect(ran.values == [2])
    }

    @Test func taskThatWasCancelledBeforeSubmitsNothing() async {
        let scheduler = VirtualScheduler()
        let pool = ServicePool(on: [scheduler]) { Worker() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await pool.run { _ in _ = Issue.record("it ran") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        scheduler.runUntilIdle()
        #expect(pool.waitingCount == 0)
    }

    @Test func orderlyShutdownRunsTheJobsThatWait() async {
        let pool = ServicePool(count: 1, name: "orderly") { Worker() }
        let barrier = Barrier()
        let ran = Recorder<Int>()
        pool.schedule { _ in barrier.hold() }
        barrier.waitUntilHeld()
        for job in 0..<3 { pool.schedule { _ in ran.add(job) } }
        pool.shutDown()
        #expect(pool.schedule { _ in ran.add(9) } == .shutDown)
        barrier.open()
        let report = await pool.finished()
        #expect(ran.values == [0, 1, 2])
        #expect(report.ranCount == 3)
        #expect(report.skippedCount == 0)
    }

    @Test func shutdownReportsTheJobsThatItSkips() async {
        let pool = ServicePool(count: 1, name: "skipping") { Worker() }
        let barrier = Barrier()
        let outcomes = Recorder<BoundError.Code?>()
        pool.schedule { _ in barrier.hold() }
        barrier.waitUntilHeld()
        for _ in 0..<3 { pool.schedule({ _ in }, outcome: { outcomes.add($0?.code) }) }
        pool.shutDown()
        pool.shutDown(.finishRunning)
        #expect(outcomes.values == [.schedulerShutDown, .schedulerShutDown, .schedulerShutDown])
        barrier.open()
        let report = await pool.finished()
        #expect(report.skippedCount == 3)
        #expect(report.ranCount == 0)
        let later = Recorder<Int>()
        pool.shutDown { later.add($0.skippedCount) }
        #expect(later.values == [3])
    }

    @Test func releasedPoolEndsAfterItsJobs() async {
        let releases = Recorder<String?>()
        let ran = Recorder<Int>()
        let schedulers = [WorkScheduler(name: "A"), WorkScheduler(name: "B")]
        do {
            let pool = ServicePool(on: schedulers) { releases.probe() }
            for job in 0..<100 { pool.schedule { _ in ran.add(job) } }
        }
        for scheduler in schedulers {
            while releases.values.count < 2 { await scheduler.drained() }
            scheduler.shutDown()
        }
        #expect(ran.values.count == 100)
        #expect(Set(releases.values) == ["A", "B"])
    }

    @Test func serviceWhoseConstructionFailedGetsNoJob() async throws {
        let (good, bad) = (WorkScheduler(name: "good"), WorkScheduler(name: "bad"))
        defer { for scheduler in [good, bad] { scheduler.shutDown() } }
        let pool = ServicePool(on: [bad, good]) {
            if Schedulers.current?.name == "bad" { throw Refusal() }
            return Worker()
        }
        for _ in 0..<20 { #expect(try await pool.run { $0.name } == "good") }
    }

    @Test func poolWithoutServicesRefusesJobs() async throws {
        let pool = ServicePool<Worker>(count: 2, name: "none") { throw Refusal() }
        for _ in 0..<3 {
            let error = await #expect(throws: BoundError.self) { try await pool.run { _ in } }
            #expect(error?.code == .constructionFailed)
            #expect(error?.cause is Refusal)
        }
        pool.shutDown()
        _ = await pool.finished()
    }

    @Test func serviceWhoseSchedulerEndsGivesItsJobBack() async throws {
        let (first, second) = (WorkScheduler(name: "first"), WorkScheduler(name: "second"))
        let pool = ServicePool(on: [first, second]) { Worker() }
        _ = try await pool.run { $0.name }
        let gate = Gate(closing: first)
        let names = Recorder<String?>()
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<4 {
            pool.schedule {
                names.add($0.name)
                done.signal()
            }
        }
        first.shutDown(.finishRunning)
        gate.open()
        await onDispatchQueue { for _ in 0..<4 { done.wait() } }
        #expect(names.values == ["second", "second", "second", "second"])
        second.shutDown()
    }

    @Test func capturesOfAJobAreReleasedOnItsScheduler() async throws {
        let scheduler = WorkScheduler(name: "captures")
        let pool = ServicePool(on: [scheduler]) { Worker() }
        let releases = Recorder<String?>()
        // No job ends before this function has released its own reference to the probe.
        let gate = Gate(closing: scheduler)
        for _ in 0..<100 {
            let probe = releases.probe()
            pool.schedule { _ in withExtendedLifetime(probe) {} }
        }
        gate.open()
        pool.shutDown()
        _ = await pool.finished()
        #expect(releases.values == Array(repeating: "captures", count: 100))
        scheduler.shutDown()
    }
}

/// Runs what blocks on a queue of its own.
private func onDispatchQueue(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
            work()
            continuation.resume()
        }
    }
}
