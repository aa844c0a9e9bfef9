import Dispatch
import Foundation
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct VirtualClockTests {
    private let ui = VirtualScheduler(name: "UI")
    private let business = VirtualScheduler(name: "BL")
    private let order = Recorder<String>()

    private func note(_ what: String) {
        #expect(ui.now == business.now)
        order.add("\(what) at \(ui.now.nanoseconds)")
    }

    /// Settles `clock` on a thread of its own; `false` when that takes a minute.
    private func settles(_ clock: VirtualClock) -> Bool {
        let isSettled = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            clock.runUntilIdle()
            isSettled.signal()
        }
        return isSettled.wait(timeout: .now() + 60) == .success
    }

    @Test func theClockMovesItsSchedulersTogether() {
        let clock = VirtualClock(ui, business)
        ui.schedule(after: .nanoseconds(10)) { [self] in
            note("ui")
            business.schedule(after: .nanoseconds(5)) { [self] in
                note("business")
                ui.schedule { note("ui again") }
            }
        }
        business.schedule(after: .nanoseconds(12)) { note("business first") }
        business.schedule(after: .nanoseconds(21)) { note("too late") }
        clock.advance(by: .nanoseconds(20))
        #expect(
            order.values == [
                "ui at 10", "business first at 12", "business at 15", "ui again at 15",
            ])
        #expect(clock.now.nanoseconds == 20)
        clock.run()
        #expect(order.values.last == "too late at 21")
    }

    @Test func settlingGoesToAndFroUntilNothingIsDue() {
        let clock = VirtualClock(ui, business)
        @Sendable func bounce(_ left: Int) {
            guard left > 0 else { return order.add("landed") }
            business.schedule { ui.schedule { bounce(left - 1) } }
        }
        bounce(100)
        clock.runUntilIdle()
        #expect(order.values == ["landed"])
        #expect(clock.now == SchedulerInstant(nanoseconds: 0))
    }

    @Test func settlingBringsASchedulerThatIsBehindToTheLatestTime() {
        let clock = VirtualClock(ui, business)
        business.schedule(after: .milliseconds(500)) { note("business") }
        ui.advance(by: .seconds(1))
        #expect(settles(clock))
        #expect(order.values == ["business at 1000000000"])
    }

    @Test func advancingLeavesAllSchedulersAtOneTimeAndMovesNoneBack() {
        let clock = VirtualClock(ui, business)
        ui.advance(by: .seconds(1))
        clock.advance(by: .zero)
        #expect(business.now == ui.now)
        clock.advance(to: SchedulerInstant(nanoseconds: 0))
        #expect(clock.now.nanoseconds == 1_000_000_000)
        #expect(business.now == ui.now)
    }

    @Test func aWaitThatMovesOneClockMovesTheOthers() {
        let clock = VirtualClock(ui, business)
        let value = SchedulerBound(on: business) { 1 }
        business.schedule(after: .milliseconds(500)) { note("business") }
        ui.schedule { [self] in
            ui.schedule(after: .seconds(1)) { [self] in business.runUntilIdle() }
            #expect(throws: Never.self) { try value.wait { _ in order.add("answered") } }
        }
        #expect(settles(clock))
        #expect(order.values == ["answered", "business at 1000000000"])
    }

    @Test func aClockStartsAtTheLatestTimeOfItsSchedulers() {
        business.advance(by: .seconds(1))
        let clock = VirtualClock(ui, business)
        #expect(ui.now == business.now && clock.now == ui.now)
        let cancelled = ui.schedule(after: .seconds(1)) { order.add("cancelled") }
        cancelled.cancel()
        clock.run()
        #expect(order.values.isEmpty)
    }
}
