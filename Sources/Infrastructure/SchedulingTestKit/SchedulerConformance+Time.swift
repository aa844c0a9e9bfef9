import Scheduling

extension SchedulerConformance.Rule {
    static let time = [
        Self("timers run at their moments or later, in the order of the moments") { harness in
            let scheduler = harness.scheduler
            let order = Recorder<String>()
            await harness.completes("the last timer") { done in
                scheduler.schedule {
                    let start = scheduler.now
                    for (name, delay) in [("b", 50), ("a", 20), ("c", 50), ("d", 60)] {
                        let moment = start.advanced(by: .milliseconds(delay))
                        let item = WorkItem(
                            {
                                order.add(scheduler.now < moment ? "\(name), too early" : name)
                                if name == "d" { done() }
                            }, provenance: nil)
                        _ = scheduler.post(item, at: moment, tolerance: .zero)
                    }
                }
            }
            harness.expect(order.values == ["a", "b", "c", "d"], "the order was \(order.values)")
        },
        Self("cancelled work does not run, and is released on the scheduler") { harness in
            let scheduler = harness.scheduler
            let releases = Recorder<Bool>()
            let runs = Recorder<Int>()
            func work() -> sending () -> Void {
                let capture = Capture(scheduler, releases)
                return { withExtendedLifetime(capture) { runs.add(1) } }
            }
            func post() -> ScheduledWork {
                scheduler.schedule(after: .milliseconds(1), work())
            }
            // The scheduler is busy until the work is cancelled.
            await harness.completes("the cancellation") { done in
                scheduler.schedule {
                    post().cancel()
                    scheduler.schedule(after: .milliseconds(20)) { done() }
                }
            }
            harness.expect(runs.values.isEmpty, "the cancelled work ran")
            harness.expect(releases.values == [true], "the releases were \(releases.values)")
        },
        Self("repeating work runs until it is cancelled") { harness in
            let scheduler = harness.scheduler
            let runs = Recorder<Int>()
            let handles = Recorder<RepeatingWork>()
            await harness.completes("the third run") { done in
                scheduler.schedule {
                    let repeatingWork = scheduler.schedule(every: .milliseconds(1)) {
                        runs.add(1)
                        guard runs.values.count == 3 else { return }
                        handles.values.first?.cancel()
                        scheduler.schedule(after: .milliseconds(10)) { done() }
                    }
                    handles.add(repeatingWork)
                }
            }
            harness.expect(runs.values.count == 3, "the work ran \(runs.values.count) times")
        },
    ]
}
