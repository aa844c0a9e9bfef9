import Scheduling
import SchedulingTestKit
import Testing

@Suite struct RepeatingWorkTests {
    @Test func repeatingWorkDoesNotKeepItsScheduler() {
        weak var seen: VirtualScheduler?
        let releases = Recorder<String?>()
        func begin() {
            let clock = VirtualScheduler()
            let (first, second) = (releases.probe(), releases.probe())
            clock.schedule(every: .seconds(1)) { withExtendedLifetime(first) {} }
            clock.schedule(recursively: { again in withExtendedLifetime(second) { again() } })
            clock.schedule(after: .zero) {}
            seen = clock
        }
        begin()
        #expect(seen == nil)
        #expect(releases.values == [nil, nil])
    }

    @Test func repeatingWorkDoesNotDrift() {
        let clock = VirtualScheduler()
        let moments = Recorder<Int64>()
        let repeatingWork = clock.schedule(every: .nanoseconds(100)) {
            moments.add(clock.now.nanoseconds)
            clock.advance(by: .nanoseconds(30))
        }
        clock.advance(to: SchedulerInstant(nanoseconds: 450))
        repeatingWork.cancel()
        #expect(moments.values == [100, 200, 300, 400])
    }

    @Test func timesThatHavePassedAreRunOnceAndNotMadeUpFor() {
        let clock = VirtualScheduler()
        let moments = Recorder<Int64>()
        let repeatingWork = clock.schedule(every: .nanoseconds(100)) {
            moments.add(clock.now.nanoseconds)
            if moments.values.count == 1 { clock.advance(by: .nanoseconds(250)) }
        }
        clock.advance(to: SchedulerInstant(nanoseconds: 500))
        repeatingWork.cancel()
        #expect(moments.values == [100, 400, 500])
    }

    @Test func anIntervalBelowANanosecondCountsAsOne() {
        let clock = VirtualScheduler()
        let runs = Recorder<Int>()
        let instantly = Duration(secondsComponent: 0, attosecondsComponent: 1)
        let repeatingWork = clock.schedule(every: instantly) { runs.add(1) }
        clock.advance(by: .nanoseconds(3))
        repeatingWork.cancel()
        #expect(runs.values.count == 3)
    }

    @Test func repeatingWorkWhoseHandleIsDroppedKeepsRunning() {
        let clock = VirtualScheduler()
        let runs = Recorder<Int>()
        clock.schedule(every: .seconds(1)) { runs.add(1) }
        clock.advance(by: .seconds(3))
        #expect(runs.values.count == 3)
    }

    @Test func cancellingRepeatingWorkFromInsideEndsItAndReleasesItsClosure() {
        let clock = VirtualScheduler()
        let releases = Recorder<String?>()
        let handle = Recorder<RepeatingWork>()
        func begin() {
            let probe = releases.probe()
            handle.add(
                clock.schedule(every: .seconds(1)) {
                    withExtendedLifetime(probe) { handle.values[0].cancel() }
                })
        }
        begin()
        clock.run()
        #expect(releases.values == ["virtual"])
        #expect(!handle.values[0].isActive)
    }

    @Test func cancellingRepeatingWorkFromElsewhereReleasesItsClosureOnItsScheduler() async {
        await withScheduler { scheduler in
            let releases = Recorder<String?>()
            func begin() -> RepeatingWork {
                let probe = releases.probe()
                return scheduler.schedule(every: .seconds(3600)) { withExtendedLifetime(probe) {} }
            }
            let repeatingWork = begin()
            await scheduler.drained()
            repeatingWork.cancel()
            await scheduler.drained()
            #expect(releases.values == ["BL"])
        }
    }

    @Test func repeatingWorkIsNotActiveAfterTheEndOfItsScheduler() async {
        let scheduler = WorkScheduler(name: "BL")
        let repeatingWork = scheduler.schedule(every: .seconds(3600)) {}
        #expect(repeatingWork.isActive)
        scheduler.shutDown()
        _ = await scheduler.finished()
        #expect(!repeatingWork.isActive)
        #expect(!scheduler.schedule(every: .seconds(3600)) {}.isActive)
        #expect(!scheduler.schedule(recursively: { again in again() }).isActive)
    }

    @Test func recursiveWorkIsActiveWhileSomebodyCanAskForTheNextRound() {
        let clock = VirtualScheduler()
        let repeatingWork = clock.schedule(recursively: { again in
            clock.schedule(after: .seconds(1)) { withExtendedLifetime(again) {} }
        })
        clock.runUntilIdle()
        #expect(repeatingWork.isActive)
        clock.run()
        #expect(!repeatingWork.isActive)
    }

    @Test func recursiveWorkUnrolls() async {
        #if DEBUG
            let recursiveWork = 100_000
        #else
            let recursiveWork = 1_000_000
        #endif
        await withScheduler { scheduler in
            await withCheckedContinuation { continuation in
                nonisolated(unsafe) var left = recursiveWork  // touched on the scheduler only
                scheduler.schedule(recursively: { again in
                    left -= 1
                    if left == 0 { continuation.resume() } else { again() }
                })
            }
        }
    }

    @Test func recursiveWorkStopsWhenItIsCancelled() {
        let clock = VirtualScheduler()
        let runs = Recorder<Int>()
        let handle = Recorder<RepeatingWork>()
        handle.add(
            clock.schedule(recursively: { again in
                runs.add(1)
                if runs.values.count == 5 { handle.values[0].cancel() }
                again()
            }))
        clock.runUntilIdle()
        #expect(runs.values.count == 5)
    }

    @Test func recursiveWorkMayAskForTheNextRoundLater() {
        let clock = VirtualScheduler()
        let moments = Recorder<Int64>()
        clock.schedule(recursively: { again in
            moments.add(clock.now.nanoseconds)
            if moments.values.count < 3 { clock.schedule(after: .nanoseconds(10)) { again() } }
        })
        clock.run()
        #expect(moments.values == [0, 10, 20])
    }
}
