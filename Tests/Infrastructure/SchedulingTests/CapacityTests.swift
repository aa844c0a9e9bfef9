import Scheduling
import SchedulingTestKit
import Testing

/// The work that a full queue has to accept nevertheless.
@Suite struct CapacityTests {
    @Test func aFullQueueTakesTimers() async {
        await withFullScheduler { scheduler, gate in
            let ran = Recorder<String>()
            let postResult = scheduler.schedule { ran.add("refused") }
            #expect(postResult == .full)
            let timer = scheduler.schedule(after: .zero) { ran.add("timer") }
            #expect(timer.isWaiting)
            gate.open()
            await scheduler.drained()
            await scheduler.drained()
            #expect(ran.values == ["timer"])
        }
    }

    @Test func repeatingWorkOutlivesAFullQueue() async {
        await withFullScheduler { scheduler, gate in
            let runs = Recorder<Int>()
            let repeatingWork = Recorder<RepeatingWork>()
            await withCheckedContinuation { continuation in
                repeatingWork.add(
                    scheduler.schedule(every: .nanoseconds(1)) {
                        runs.add(1)
                        if runs.values.count == 2 { continuation.resume() }
                    })
                gate.open()
            }
            repeatingWork.values[0].cancel()
        }
    }

    @Test func aFullQueueTakesAMailboxesBatch() async {
        await withFullScheduler { scheduler, gate in
            let arrived = Recorder<Int>()
            let mailbox = Mailbox<Int>(to: scheduler) { value in arrived.add(value) }
            #expect(mailbox.send(1) == .accepted)
            gate.open()
            await scheduler.drained()
            #expect(mailbox.send(2) == .accepted)
            await scheduler.drained()
            #expect(arrived.values == [1, 2])
        }
    }

    @Test func whatRunsAlwaysRunsAlsoWhenItIsDelayedAfterTheEnd() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let ran = Recorder<Bool>()
        scheduler.schedule(after: .seconds(3600), atShutdown: .always) {
            ran.add(scheduler.isCurrent)
        }
        await scheduler.drained()
        #expect(ran.values == [true])
    }

    /// A scheduler that is held up, and whose queue is at its capacity.
    private func withFullScheduler(_ body: (WorkScheduler, Gate) async -> Void) async {
        await withScheduler(capacity: 1) { scheduler in await body(scheduler, await fill(scheduler))
        }
    }

    private func fill(_ scheduler: WorkScheduler) async -> Gate {
        await scheduler.drained()
        let gate = Gate(closing: scheduler)
        #expect(scheduler.schedule {} == .accepted)
        return gate
    }
}
