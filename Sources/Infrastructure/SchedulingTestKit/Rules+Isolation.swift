import Dispatch
import Scheduling

extension SchedulerConformance.Rule {
    /// State that only one scheduler accesses.
    private final class Tally: @unchecked Sendable {  // the rule under test: one scheduler uses it
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
        Self("items of several producers run one at a time") { stage in
            let tally = Tally()
            let scheduler = stage.scheduler
            await stage.completes("the items of four producers") { done in
                for _ in 0..<4 {
                    DispatchQueue.global().async {
                        for _ in 0..<1000 {
                            scheduler.schedule {
                                if tally.isInside { tally.overlaps += 1 }
                                tally.isInside = true
                                tally.count += 1
                                tally.isInside = false
                                if tally.count == 4000 { done() }
                            }
                        }
                    }
                }
            }
            stage.expect(tally.overlaps == 0, "\(tally.overlaps) items overlapped")
        },
        Self("the scheduler is current inside of its work, and nowhere else") { stage in
            let scheduler = stage.scheduler
            let inside = Record<Bool>()
            await stage.completes("the item") { done in
                scheduler.schedule {
                    inside.add(scheduler.isCurrent && Schedulers.current === scheduler)
                    done()
                }
            }
            stage.expect(inside.values == [true], "the scheduler was not current in its item")
            await stage.completes("a foreign thread") { done in
                DispatchQueue.global().async {
                    stage.expect(
                        !scheduler.isCurrent, "the scheduler was current on a foreign thread")
                    done()
                }
            }
        },
        Self("the captures of work are released on the scheduler") { stage in
            let releases = Record<Bool>()
            let scheduler = stage.scheduler
            // A function that has returned keeps no reference to the captures of the work.
            func work() -> sending () -> Void {
                let capture = Capture(scheduler, releases)
                return { withExtendedLifetime(capture) {} }
            }
            for _ in 0..<100 { scheduler.schedule(work()) }
            await scheduler.drained()
            stage.expect(
                releases.values == Array(repeating: true, count: 100),
                "\(releases.values.count { $0 }) of 100 captures were released on the scheduler")
        },
        Self("an actor that the scheduler isolates runs on it") { stage in
            let isThere = await Pinned(to: stage.scheduler).isOnItsScheduler
            stage.expect(isThere, "the actor's job ran on another scheduler")
        },
    ]
}
