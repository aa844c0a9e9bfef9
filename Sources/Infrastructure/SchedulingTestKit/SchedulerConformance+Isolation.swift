import Dispatch
import Scheduling

extension SchedulerConformance.Rule {
    /// State that only one scheduler accesses, which is the rule under test.
    private final class OverlapCounter: @unchecked Sendable {  // one scheduler uses it
        var isInside = false
        var count = 0
        var overlaps = 0
    }

    /// An actor that is pinned to a scheduler.
    private actor Pinned {
        private nonisolated let scheduler: any Scheduler

        init(to scheduler: any Scheduler) { self.scheduler = scheduler }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            scheduler.asUnownedSerialExecutor()
        }

        var isOnItsScheduler: Bool { scheduler.isCurrent }
    }

    static let isolation = [
        Self("items of several producers run one at a time") { harness in
            let counter = OverlapCounter()
            let scheduler = harness.scheduler
            await harness.completes("the items of four producers") { done in
                for _ in 0..<4 {
                    DispatchQueue.global().async {
                        for _ in 0..<1000 {
                            scheduler.schedule {
                                if counter.isInside { counter.overlaps += 1 }
                                counter.isInside = true
                                counter.count += 1
                                counter.isInside = false
                                if counter.count == 4000 { done() }
                            }
                        }
                    }
                }
            }
            harness.expect(counter.overlaps == 0, "\(counter.overlaps) items overlapped")
        },
        Self("the scheduler is current inside of its work, and nowhere else") { harness in
            let scheduler = harness.scheduler
            let inside = Recorder<Bool>()
            await harness.completes("the item") { done in
                scheduler.schedule {
                    inside.add(scheduler.isCurrent && Schedulers.current === scheduler)
                    done()
                }
            }
            harness.expect(inside.values == [true], "the scheduler was not current in its item")
            await harness.completes("a foreign thread") { done in
                DispatchQueue.global().async {
                    harness.expect(
                        !scheduler.isCurrent, "the scheduler was current on a foreign thread")
                    done()
                }
            }
        },
        Self("the captures of work are released on the scheduler") { harness in
            let releases = Recorder<Bool>()
            let scheduler = harness.scheduler
            // A function that has returned keeps no reference to the captures of the work.
            func work() -> sending () -> Void {
                let capture = Capture(scheduler, releases)
                return { withExtendedLifetime(capture) {} }
            }
            for _ in 0..<100 { scheduler.schedule(work()) }
            await scheduler.drained()
            harness.expect(
                releases.values == Array(repeating: true, count: 100),
                "\(releases.values.count { $0 }) of 100 captures were released on the scheduler")
        },
        Self("an actor that the scheduler isolates runs on it") { harness in
            let isThere = await Pinned(to: harness.scheduler).isOnItsScheduler
            harness.expect(isThere, "the actor's job ran on another scheduler")
        },
    ]
}
