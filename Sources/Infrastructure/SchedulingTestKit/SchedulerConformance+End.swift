import Dispatch
import Scheduling

/// The rules about the end of a scheduler that can be shut down.
extension SchedulerConformance.Rule {
    static let end = [
        Self("work that runs `always` is accepted after the end, and runs on the scheduler") {
            harness in
            guard let shutDown = harness.shutDown else { return }
            let scheduler = harness.scheduler
            shutDown()
            // The first item may still arrive before the end.
            for number in 1...2 {
                await harness.completes("item \(number) after the shutdown") { done in
                    let item = WorkItem(
                        {
                            harness.expect(
                                scheduler.isCurrent, "item \(number) ran on another scheduler")
                            done()
                        }, atShutdown: .always, provenance: nil)
                    let postResult = scheduler.post(item)
                    harness.expect(
                        postResult.isAccepted, "item \(number) was rejected: \(postResult)")
                    if !postResult.isAccepted { done() }
                }
            }
            await harness.completes("delayed work after the end") { done in
                scheduler.schedule(after: .seconds(3600), atShutdown: .always) { done() }
            }
        },
        Self("work for the distant future that runs `always` runs at the end") { harness in
            guard let shutDown = harness.shutDown else { return }
            let scheduler = harness.scheduler
            let order = Recorder<String>()
            await harness.completes("work for the end") { done in
                func post(_ name: String) -> ScheduledWork {
                    let item = WorkItem(
                        {
                            order.add(scheduler.isCurrent ? name : "\(name), on another scheduler")
                            if name == "ending" { done() }
                        }, atShutdown: .always, provenance: nil)
                    return scheduler.post(item, at: .distantFuture, tolerance: .zero)
                }
                _ = post("ending")
                post("cancelled").cancel()
                shutDown()
            }
            harness.expect(order.values == ["ending"], "the work was \(order.values)")
        },
        Self("a shutdown runs or skips waiting work, and releases it on the scheduler") { harness in
            guard let shutDown = harness.shutDown else { return }
            let scheduler = harness.scheduler
            let releases = Recorder<Bool>()
            let runs = Recorder<String>()
            let gate = DispatchSemaphore(value: 0)
            await harness.completes("the item that blocks the scheduler") { arrived in
                scheduler.schedule {
                    arrived()
                    gate.wait()
                }
            }
            func post() {
                let (queued, delayed) = (
                    Capture(scheduler, releases), Capture(scheduler, releases)
                )
                scheduler.schedule(atShutdown: .skip) {
                    withExtendedLifetime(queued) { runs.add("queued") }
                }
                scheduler.schedule(after: .seconds(3600)) {
                    withExtendedLifetime(delayed) { runs.add("delayed") }
                }
            }
            post()
            await harness.completes("the outcome of the queued item") { done in
                let postResult = scheduler.post(
                    runOrSkip: { _ in
                        harness.expect(
                            scheduler.isCurrent, "the outcome came from another scheduler")
                        done()
                    }, provenance: nil)
                harness.expect(postResult.isAccepted, "work was rejected before the shutdown")
                shutDown()
                gate.signal()
            }
            await scheduler.drained()
            harness.expect(runs.values.isEmpty, "skipped work ran: \(runs.values)")
            harness.expect(releases.values == [true, true], "the releases were \(releases.values)")
        },
    ]
}
