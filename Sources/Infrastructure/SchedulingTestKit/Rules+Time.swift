import Scheduling

extension SchedulerConformance.Rule {
    static let time = [
        Self("timers run at their moments or later, in the order of the moments") { stage in
            let scheduler = stage.scheduler
            let order = Record<String>()
            await stage.completes("the last timer") { done in
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
            stage.expect(order.values == ["a", "b", "c", "d"], "the order was \(order.values)")
        },
        Self("cancelled work does not run, and is released on the scheduler") { stage in
            let scheduler = stage.scheduler
            let releases = Record<Bool>()
            let runs = Record<Int>()
            func work() -> sending () -> Void {
                let capture = Capture(scheduler, releases)
                return { withExtendedLifetime(capture) { runs.add(1) } }
            }
            func post() -> ScheduledWork {
                scheduler.schedule(after: .milliseconds(1), work())
            }
            // The scheduler is busy until the work is cancelled.
            await stage.completes("the cancellation") { done in
                scheduler.schedule {
                    post().cancel()
                    scheduler.schedule(after: .milliseconds(20)) { done() }
                }
            }
            stage.expect(runs.values.isEmpty, "the cancelled work ran")
            stage.expect(releases.values == [true], "the releases were \(releases.values)")
        },
        Self("a repetition runs until it is cancelled") { stage in
            let scheduler = stage.scheduler
            let runs = Record<Int>()
            let handles = Record<Repetition>()
            await stage.completes("the third run") { done in
                scheduler.schedule {
                    let repetition = scheduler.schedule(every: .milliseconds(1)) {
                        runs.add(1)
                        guard runs.values.count == 3 else { return }
                        handles.values.first?.cancel()
                        scheduler.schedule(after: .milliseconds(10)) { done() }
                    }
                    handles.add(repetition)
                }
            }
            stage.expect(runs.values.count == 3, "the repetition ran \(runs.values.count) times")
        },
    ]
}
