import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct WaitTests {
    @Test func aForeignThreadMayWaitForAnAnswer() async throws {
        try await withScheduler { scheduler in
            let name = SchedulerBound(on: scheduler) { "service" }
            let answer = try DispatchQueue.global().sync { try name.wait { $0 } }
            #expect(answer == "service")
        }
    }

    @Test func waitsThatCrossAllEnd() async throws {
        try await withScheduler("UI") { front in
            try await withScheduler("BL") { back in
                let c = SchedulerBound(on: back) { "c" }
                let b = SchedulerBound(on: front) { try c.wait { $0 } + "b" }
                let a = SchedulerBound(on: back) { try b.wait { $0 } + "a" }
                let answer = try await a.run { $0 }
                #expect(answer == "cba")
            }
        }
    }

    @Test func aWaitingSchedulerServesItsOtherWork() async {
        await withScheduler("UI") { front in
            await withScheduler("BL") { back in
                let gate = Gate(closing: back)
                let value = SchedulerBound(on: back) { 1 }
                let order = Recorder<String>()
                front.schedule {
                    _ = try? value.wait { $0 }
                    order.add("answered")
                }
                front.schedule {
                    order.add("served")
                    gate.open()
                }
                await front.drained()
                await front.drained()
                #expect(order.values == ["served", "answered"])
            }
        }
    }

    @Test func aWaitAtHomeDoesNotOvertake() async {
        await withScheduler { scheduler in
            let order = Recorder<String>()
            let service = SchedulerBound(on: scheduler) { 1 }
            scheduler.schedule {
                service.schedule { _ in order.add("first") }
                _ = try? service.wait { _ in order.add("second") }
            }
            await scheduler.drained()
            #expect(order.values == ["first", "second"])
        }
    }

    @Test func aWaitAtHomeDoesNotOvertakeCallsThatWaitedForTheConstruction() {
        let home = VirtualScheduler(name: "home")
        let other = VirtualScheduler(name: "other")
        let order = Recorder<String>()
        let value = SchedulerBound(on: other) { 1 }
        let service = SchedulerBound(on: home) {
            home.schedule { other.runUntilIdle() }
            return try value.wait { $0 }
        }
        // Runs in the middle of the construction, before `other` has answered.
        service.schedule { _ in
            _ = try? service.wait { _ in order.add("second") }
        }
        service.schedule { _ in order.add("first") }
        home.runUntilIdle()
        #expect(order.values == ["first", "second"])
    }

    @Test func aWaitEndsAtItsDeadlineWithoutTheCall() async {
        await withScheduler("UI") { front in
            await withScheduler("BL") { back in
                let value = SchedulerBound(on: back) { 1 }
                let gate = Gate(closing: back)
                let made = Recorder<Int>()
                let code = await withCheckedContinuation { continuation in
                    front.schedule {
                        do {
                            try value.wait(deadline: .milliseconds(1)) { made.add($0) }
                            continuation.resume(returning: BoundError.Code?.none)
                        } catch { continuation.resume(returning: (error as? BoundError)?.code) }
                    }
                }
                gate.open()
                await back.drained()
                #expect(code == .deadlineExceeded)
                #expect(made.values.isEmpty)
            }
        }
    }

    @Test func aWaitEndsAtItsDeadlineAlsoWhenItsSchedulerIsBusy() async {
        await withScheduler("UI") { front in
            await withScheduler("BL") { back in
                let value = SchedulerBound(on: back) { 1 }
                let gate = Gate(closing: back)
                let code = await withCheckedContinuation { continuation in
                    front.schedule {
                        let busy = front.schedule(every: .nanoseconds(1)) {}
                        do {
                            _ = try value.wait(deadline: .milliseconds(1)) { $0 }
                            continuation.resume(returning: BoundError.Code?.none)
                        } catch { continuation.resume(returning: (error as? BoundError)?.code) }
                        busy.cancel()
                    }
                }
                gate.open()
                #expect(code == .deadlineExceeded)
            }
        }
    }

    @Test func aWaitForAServiceThatCannotBeThereFails() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let value = SchedulerBound(on: scheduler) { 1 }
        #expect(throws: BoundError.self) { try value.wait { $0 } }
    }

    @Test func virtualSchedulersThatCanNeverAnswerAreACycle() {
        let first = VirtualScheduler(name: "first")
        let second = VirtualScheduler(name: "second")
        let value = SchedulerBound(on: second) { 1 }
        first.enter {
            let error = #expect(throws: BlockingError.self) { try value.wait { $0 } }
            #expect(error?.schedulers == ["first", "second"])
            #expect(
                "\(error as Any)".contains(
                    "each other: first → second → first (replace one of the waits by schedule"))
        }
    }

    @Test func aCallWhoseWaitWasRefusedIsNotMade() {
        let first = VirtualScheduler(name: "first")
        let second = VirtualScheduler(name: "second")
        let value = SchedulerBound(on: second) { 1 }
        let calls = Recorder<Int>()
        _ = first.enter {
            #expect(throws: BlockingError.self) { try value.wait { calls.add($0) } }
        }
        second.run()
        #expect(calls.values.isEmpty)
    }
}
