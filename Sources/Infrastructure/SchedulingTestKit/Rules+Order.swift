import Dispatch
import Scheduling

extension SchedulerConformance.Rule {
    static let order = [
        Self("work of one producer runs in posting order") { stage in
            let order = Record<Int>()
            await stage.completes("the last item") { done in
                for number in 0..<1000 { stage.scheduler.schedule { order.add(number) } }
                stage.scheduler.schedule { done() }
            }
            stage.expect(order.values == Array(0..<1000), "the order was \(order.values)")
        },
        Self("an item that is posted by an item runs after it") { stage in
            let order = Record<String>()
            let scheduler = stage.scheduler
            await stage.completes("the inner item") { done in
                scheduler.schedule {
                    scheduler.schedule {
                        order.add("inner")
                        done()
                    }
                    order.add("outer")
                }
            }
            stage.expect(order.values == ["outer", "inner"], "the order was \(order.values)")
        },
        Self("`perform` runs after the work that waits") { stage in
            let order = Record<String>()
            let scheduler = stage.scheduler
            await stage.completes("the performed item") { done in
                scheduler.schedule {
                    scheduler.schedule { order.add("posted") }
                    scheduler.perform {
                        order.add("performed")
                        done()
                    }
                    order.add("running")
                }
            }
            stage.expect(
                order.values == ["running", "posted", "performed"],
                "the order was \(order.values)")
        },
        Self("`wait` on the caller's scheduler keeps the order, and does not deadlock") { stage in
            let order = Record<String>()
            let scheduler = stage.scheduler
            let service = SchedulerBound(on: scheduler) { 1 }
            await stage.completes("the answer") { done in
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
            stage.expect(
                [["called", "answered"], ["refused", "called"]].contains(order.values),
                "the order was \(order.values)")
        },
        Self("`drained` waits for earlier work") { stage in
            let order = Record<Int>()
            for number in 0..<100 { stage.scheduler.schedule { order.add(number) } }
            await stage.scheduler.drained()
            stage.expect(order.values.count == 100, "\(order.values.count) of 100 items had run")
        },
    ]
}
