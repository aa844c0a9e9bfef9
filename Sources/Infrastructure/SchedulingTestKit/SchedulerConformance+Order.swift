import Dispatch
import Scheduling

extension SchedulerConformance.Rule {
    static let order = [
        Self("work of one producer runs in posting order") { harness in
            let order = Recorder<Int>()
            await harness.completes("the last item") { done in
                for number in 0..<1000 { harness.scheduler.schedule { order.add(number) } }
                harness.scheduler.schedule { done() }
            }
            harness.expect(order.values == Array(0..<1000), "the order was \(order.values)")
        },
        Self("an item that is posted by an item runs after it") { harness in
            let order = Recorder<String>()
            let scheduler = harness.scheduler
            await harness.completes("the inner item") { done in
                scheduler.schedule {
                    scheduler.schedule {
                        order.add("inner")
                        done()
                    }
                    order.add("outer")
                }
            }
            harness.expect(order.values == ["outer", "inner"], "the order was \(order.values)")
        },
        Self("`perform` runs after the work that waits") { harness in
            let order = Recorder<String>()
            let scheduler = harness.scheduler
            await harness.completes("the performed item") { done in
                scheduler.schedule {
                    scheduler.schedule { order.add("posted") }
                    scheduler.perform {
                        order.add("performed")
                        done()
                    }
                    order.add("running")
                }
            }
            harness.expect(
                order.values == ["running", "posted", "performed"],
                "the order was \(order.values)")
        },
        Self("`wait` on the caller's scheduler keeps the order, and does not deadlock") { harness in
            let order = Recorder<String>()
            let scheduler = harness.scheduler
            let service = SchedulerBound(on: scheduler) { 1 }
            await harness.completes("the answer") { done in
                scheduler.schedule {
                    service.schedule { _ in order.add("called") }
                    do {
                        try service.wait { _ in order.add("answered") }
                    } catch is BlockingError {
                        order.add("refused")
                    } catch {
                        order.add("\(error)")
                    }
                    service.schedule { _ in done() }
                }
            }
            harness.expect(
                [["called", "answered"], ["refused", "called"]].contains(order.values),
                "the order was \(order.values)")
        },
        Self("`drained` waits for earlier work") { harness in
            let order = Recorder<Int>()
            for number in 0..<100 { harness.scheduler.schedule { order.add(number) } }
            await harness.scheduler.drained()
            harness.expect(order.values.count == 100, "\(order.values.count) of 100 items had run")
        },
    ]
}
