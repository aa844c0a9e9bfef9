import Scheduling
import SchedulingTestKit
import Testing

@Suite struct RepeatingWorkTests {
    @Test func repeatingWorkDoesNotKeepItsScheduler() {
        weak var seen: VirtualScheduler?
        let releases = Recorder<String?>()
        func begin() {
            let clock = VirtualScheduler()
            let probe = releases.probe()
            clock.schedule(every: .seconds(1)) { withExtendedLifetime(probe) {} }
            clock.schedule(after: .zero) {}
            seen = clock
        }
        begin()
        #expect(seen == nil)
        #expect(releases.values == [nil])
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
    }
}
