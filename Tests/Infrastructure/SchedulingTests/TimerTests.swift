import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct TimerTests {
    @Test func workOfEqualMomentsRunsInPostingOrderUnderVirtualTime() {
        let clock = VirtualScheduler()
        let order = Recorder<Int>()
        for number in 0..<1_000 { clock.schedule(after: .seconds(1)) { order.add(number) } }
        clock.advance(by: .seconds(1))
        #expect(order.values == Array(0..<1_000))
    }

    @Test func workOfEqualMomentsRunsInPostingOrderUnderRealTime() async {
        await withScheduler { scheduler in
            let order = Recorder<Int>()
            let moment = scheduler.now.advanced(by: .milliseconds(2))
            await withCheckedContinuation { continuation in
                for number in 0..<1_000 {
                    let item = WorkItem({ order.add(number) }, provenance: nil)
                    _ = scheduler.post(item, at: moment, tolerance: .zero)
                }
                let last = WorkItem({ continuation.resume() }, provenance: nil)
                _ = scheduler.post(last, at: moment, tolerance: .zero)
            }
            #expect(order.values == Array(0..<1_000))
        }
    }

    @Test func aTimerDoesNotWaitForALongQueue() async {
        await withScheduler { scheduler in
            let order = Recorder<String>()
            scheduler.schedule {
                scheduler.schedule(after: .zero) { order.add("timer") }
                for _ in 0..<1_000 { scheduler.schedule {} }
                scheduler.schedule { order.add("last of the queue") }
            }
            await scheduler.drained()
            await scheduler.drained()
            #expect(order.values == ["timer", "last of the queue"])
        }
    }

    @Test func hugeNegativeAndEndlessDelaysAreNoCrash() {
        let clock = VirtualScheduler(start: SchedulerInstant(nanoseconds: .max - 10))
        let order = Recorder<String>()
        clock.schedule(after: .seconds(-5)) { order.add("negative") }
        clock.schedule(after: .seconds(Int64.max)) { order.add("huge") }
        clock.schedule(after: .zero) { order.add("none") }
        clock.runUntilIdle()
        #expect(order.values == ["negative", "none"])
        clock.run()
        #expect(order.values == ["negative", "none"])
    }

    @Test func runningAVirtualSchedulerToItsEndLeavesWhatWaitsForever() {
        let clock = VirtualScheduler()
        let runs = Recorder<String>()
        let repeatingWork = clock.schedule(every: .seconds(Int64.max)) { runs.add("never") }
        clock.schedule(after: .seconds(1)) { runs.add("a second") }
        clock.run()
        #expect(runs.values == ["a second"])
        #expect(clock.now == SchedulerInstant(nanoseconds: 1_000_000_000))
        repeatingWork.cancel()
    }

    @Test func anEndlessDelayOnARealSchedulerJustWaits() async {
        await withScheduler { scheduler in
            let work = scheduler.schedule(after: .seconds(Int64.max)) { Issue.record("ran") }
            await scheduler.drained()
            #expect(work.isWaiting)
        }
    }

    @Test func delaysOfDispatchsClockAreHeldAtItsEnds() {
        let before = DispatchTime.now()
        let negative = DispatchTime.after(.seconds(Int64.min))
        #expect(negative >= before && negative <= .now())
        #expect(DispatchTime.after(.seconds(5)) >= before + 5)
        #expect(DispatchTime.after(.seconds(5)) <= .now() + 5)
        #expect(DispatchTime.after(.seconds(Int64.max)) == .distantFuture)
    }

    @Test func momentsAreHeldAtTheEndsOfTheClock() {
        let origin = SchedulerInstant(nanoseconds: 0)
        let (earliest, latest) = (Duration.nanoseconds(Int64.min), Duration.nanoseconds(Int64.max))
        for delay in [latest, latest + .nanoseconds(1), .seconds(Int64.max)] {
            #expect(origin.advanced(by: delay) == .distantFuture)
        }
        for delay in [earliest, earliest - .nanoseconds(1), .seconds(Int64.min)] {
            #expect(origin.advanced(by: delay).nanoseconds == .min)
        }
        #expect(origin.advanced(by: .nanoseconds(-1)).nanoseconds == -1)
        #expect(origin.advanced(by: latest - .nanoseconds(1)) < .distantFuture)
    }

    @Test func aClockThatJumpsBackwardsRunsNothingAndLosesNothing() {
        let clock = VirtualScheduler(start: SchedulerInstant(nanoseconds: 1_000))
        let order = Recorder<String>()
        clock.schedule(after: .nanoseconds(10)) { order.add("posted before the jump") }
        clock.advance(to: SchedulerInstant(nanoseconds: 0))
        #expect(order.values == [])
        clock.schedule(after: .nanoseconds(10)) { order.add("posted after the jump") }
        clock.advance(by: .nanoseconds(10))
        #expect(order.values == ["posted after the jump"])
        clock.advance(by: .nanoseconds(1_000))
        #expect(order.values == ["posted after the jump", "posted before the jump"])
    }

    @Test func cancellingReleasesTheClosureAtOnceOnItsOwnScheduler() {
        let clock = VirtualScheduler()
        let releases = Recorder<String?>()
        let work = schedule(releases.probe, on: clock)
        clock.enter {
            work.cancel()
            #expect(releases.values == ["virtual"])
        }
        #expect(!work.isWaiting)
    }

    @Test func cancellingFromElsewhereHandsTheClosureToItsOwner() async {
        await withScheduler { scheduler in
            let releases = Recorder<String?>()
            let work = schedule(releases.probe, on: scheduler)
            work.cancel()
            work.cancel()
            await scheduler.drained()
            #expect(releases.values == ["BL"])
        }
    }

    @Test func cancellingFromInsideTheItemOrAfterItsRunChangesNothing() {
        let clock = VirtualScheduler()
        let order = Recorder<String>()
        let handle = Recorder<ScheduledWork>()
        handle.add(
            clock.schedule(after: .seconds(1)) {
                handle.values[0].cancel()
                order.add("ran")
            })
        clock.run()
        handle.values[0].cancel()
        clock.run()
        #expect(order.values == ["ran"])
    }

    /// The limit fails a queue whose cost grows with the square of the number of timers.
    @Test(.timeLimit(.minutes(1))) func aMillionTimersRunInOrderOfTheirMoments() {
        #if DEBUG
            let count = 50_000
        #else
            let count = 1_000_000
        #endif
        let clock = VirtualScheduler()
        var random = SystemRandomNumberGenerator()
        let ran = Recorder<Int>()
        for _ in 0..<count {
            clock.schedule(after: .nanoseconds(Int64.random(in: 0..<1_000_000, using: &random))) {
                if ran.values.count < 2 || clock.now.nanoseconds % 1_000 == 0 {
                    ran.add(Int(clock.now.nanoseconds))
                }
            }
        }
        clock.run()
        #expect(ran.values == ran.values.sorted())
        #expect(clock.waitingCount == 0)
    }

    private func schedule(_ probe: () -> Probe, on scheduler: any Scheduler) -> ScheduledWork {
        let probe = probe()
        return scheduler.schedule(after: .seconds(3600)) { withExtendedLifetime(probe) {} }
    }
}
