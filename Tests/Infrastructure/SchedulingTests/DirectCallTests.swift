#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    /// The short way of a call to a scheduler that has nothing to do.
    @Suite struct DirectCallTests {
        @Test func aTaskThatIsTurnedAwayKeepsItsCall() async throws {
            try await withScheduler { scheduler in
                let service = SchedulerBound(on: scheduler) { 7 }
                let gate = Gate(closing: scheduler)
                defer { gate.open() }
                var body = CallBody<Int, Int> { $0 }
                let answer = try await service.make(&body, in: scheduler.directCallExecutor)
                let kept = try body.work?(1)
                #expect(answer == nil && kept == 1)
            }
        }

        @Test func aCallThatWasTurnedAwayIsMadeAtItsTurn() async throws {
            try await withScheduler { scheduler in
                let service = SchedulerBound(on: scheduler) { 7 }
                let gate = Gate(closing: scheduler)
                let away = VirtualScheduler()
                let call = Task(executorPreference: away) { try await service.run { $0 } }
                away.runUntilIdle()
                gate.open()
                try await service.run { _ in }
                away.runUntilIdle()
                let answer = try await call.value
                #expect(answer == 7)
            }
        }

        @Test func aTimerThatWaitsComesBeforeWhoeverComesNext() async throws {
            try await withScheduler { scheduler in
                let service = SchedulerBound(on: scheduler) { 7 }
                let timer = scheduler.schedule(after: .seconds(3600)) {}
                defer { timer.cancel() }
                _ = try await service.run { $0 }
                #expect(!scheduler.directCallExecutor.seemsFree)
                let answer = try await service.run { $0 }
                #expect(answer == 7)
            }
        }

        @Test func anItemThatWaitsHasNoTurnToGiveAway() async throws {
            try await withScheduler("BL") { business in
                try await withScheduler("IO") { io in
                    let remote = SchedulerBound(on: io) { 7 }
                    let service = SchedulerBound(on: business) { 1 }
                    let sawATurn = try await service.run { _ in
                        try remote.wait { _ in business.directCallExecutor.seemsFree }
                    }
                    #expect(!sawATurn)
                }
            }
        }

        @Test func theCallIsWhatRunsNext() async throws {
            let stage = Stage()
            let call = stage.ask { $0 + 1 }
            stage.runOne()
            #expect(try await call.value == 8)
        }

        @Test func aCallThatWasCancelledBeforeItsTurnIsNotMade() async throws {
            let stage = Stage()
            let call = stage.ask { $0 }
            call.cancel()
            stage.runOne()
            await #expect(throws: CancellationError.self) { try await call.value }
        }

        @Test func aShutdownThatSkipsTellsTheCallWhoseTurnItWas() async throws {
            let stage = Stage()
            let call = stage.ask { $0 }
            stage.queue.close(.finishRunning)
            stage.runOne()
            let error = await #expect(throws: BoundError.self) { try await call.value }
            #expect(error?.code == .schedulerShutDown)
            #expect(stage.queue.report.skippedCount == 1)
        }

        @Test func aClosedQueueTurnsATaskAway() async throws {
            let stage = Stage()
            stage.queue.close(.orderly)
            #expect(try await stage.call { $0 } == nil)
        }

        @Test func ofManyTasksCallsEachIsMadeOnceOrRefused() async throws {
            try await withScheduler { scheduler in
                let service = SchedulerBound(on: scheduler) { Tally() }
                let answered = await withTaskGroup(of: Int.self) { group in
                    for number in 0..<200 {
                        group.addTask {
                            var made = 0
                            for _ in 0..<20 where (try? await service.run { $0.add() }) != nil {
                                made += 1
                            }
                            return made
                        }
                        if number.isMultiple(of: 50) { group.cancelAll() }
                    }
                    return await group.reduce(0, +)
                }
                let made = try await service.run { $0.count }
                #expect(made == answered)
            }
        }
    }

    /// A scheduler's queue, which waits, and which the test runs item by item.
    private struct Stage {
        let queue = WorkQueue(for: "BL", capacity: nil, consumerIsIdle: false)
        private let home = VirtualScheduler()
        private let away = VirtualScheduler()
        private let service: SchedulerBound<Int>
        private let executor: DirectCallExecutor

        init() {
            executor = DirectCallExecutor(to: queue.inbox, Parker())
            service = SchedulerBound(on: home) { 7 }
            home.runUntilIdle()
            runOne()
        }

        /// A task that has asked for the next turn.
        func ask(_ work: @escaping @Sendable (Int) throws -> Int) -> Task<Int?, any Error> {
            let call = Task(executorPreference: away) { try await self.call(work) }
            away.runUntilIdle()
            return call
        }

        func call(_ work: @escaping @Sendable (Int) throws -> Int) async throws -> Int? {
            var body = CallBody<Int, Int>(work)
            return try await service.make(&body, in: executor)
        }

        func runOne() {
            CurrentScheduler.enter(home) { _ = queue.runOne(in: $0, waiting: true) }
            away.runUntilIdle()
        }
    }

    private final class Tally {
        var count = 0

        func add() { count += 1 }
    }
#endif
