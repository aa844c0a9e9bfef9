import Dispatch
import Scheduling

/// The rules about the end of a scheduler that can be shut down.
extension SchedulerConformance.Rule {
    static let end = [
        Self("work that runs `always` is accepted after the end, and runs on the scheduler") {
            stage in
            guard let shutDown = stage.shutDown else { return }
            let scheduler = stage.scheduler
            shutDown()
            // The first item may still arrive before the end.
            for number in 1...2 {
                await stage.completes("item \(number) after the shutdown") { done in
                    let item = WorkItem(
                        {
                            stage.expect(
                                scheduler.isCurrent, "item \(number) ran on another scheduler")
                            done()
                        }, atShutdown: .always, provenance: nil)
                    let posting = scheduler.post(item)
                    stage.expect(posting.isAccepted, "item \(number) was rejected: \(posting)")
                    if !posting.isAccepted { done() }
                }
            }
            await stage.completes("delayed work after the end") { done in
                scheduler.schedule(after: .seconds(3600), atShutdown: .always) { done() }
            }
        },
        Self("work for the distant future that runs `always` runs at the end") { stage in
            guard let shutDown = stage.shutDown else { return }
            let scheduler = stage.scheduler
            let order = Record<String>()
            await stage.completes("work for the end") { done in
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
            stage.expect(order.values == ["ending"], "the work was \(order.values)")
        },
        Self("a shutdown runs or skips waiting work, and releases it on the scheduler") { stage in
            guard let shutDown = stage.shutDown else { return }
            let scheduler = stage.scheduler
            let releases = Record<Bool>()
            let runs = Record<String>()
            let gate = DispatchSemaphore(value: 0)
            await stage.completes("the item that blocks the scheduler") { arrived in
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
            await stage.completes("the outcome of the queued item") { done in
                let posting = scheduler.post(
                    settling: { _ in
                        stage.expect(scheduler.isCurrent, "the outcome came from another scheduler")
                        done()
                    }, provenance: nil)
                stage.expect(posting.isAccepted, "work was rejected before the shutdown")
                shutDown()
                gate.signal()
            }
            await scheduler.drained()
            stage.expect(runs.values.isEmpty, "skipped work ran: \(runs.values)")
            stage.expect(releases.values == [true, true], "the releases were \(releases.values)")
        },
    ]
}
