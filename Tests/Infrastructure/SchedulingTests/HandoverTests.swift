import Foundation
import Scheduling
import Testing

@Suite struct HandoverTests {
    @Test func valuesArriveInOrderOnTheScheduler() async {
        await withScheduler { scheduler in
            let arrived = Recorder<Int>()
            let handover = Handover<Int>(to: scheduler) { value in
                if scheduler.isCurrent { arrived.add(value) }
            }
            for value in 0..<10_000 { handover.send(value) }
            await scheduler.drained()
            #expect(arrived.values == Array(0..<10_000))
        }
    }

    @Test func aBatchCostsOneItem() {
        let clock = VirtualScheduler()
        let handover = Handover<Int>(to: clock) { _ in }
        for value in 0..<1_000 { handover.send(value) }
        #expect(clock.waitingCount == 1)
        clock.settle()
        #expect(handover.count == 0)
    }

    @Test func valuesArriveBeforeWorkThatIsPostedAfterThem() {
        let clock = VirtualScheduler()
        let order = Recorder<String>()
        let handover = Handover<String>(to: clock) { value in
            order.add(value)
            if value == "first" { clock.schedule { order.add("work") } }
        }
        handover.send("first")
        handover.send("second")
        clock.settle()
        #expect(order.values == ["first", "second", "work"])
    }

    @Test func whatIsSentDuringADeliveryKeepsItsPlaceAmongTheSendersPosts() {
        let clock = VirtualScheduler()
        let order = Recorder<String>()
        let link = Recorder<Handover<String>>()
        link.add(
            Handover<String>(to: clock) { value in
                order.add(value)
                if value == "a" {
                    clock.schedule { order.add("posted before c") }
                    link.values[0].send("c")
                    clock.schedule { order.add("posted after c") }
                }
            })
        link.values[0].send("a")
        link.values[0].send("b")
        clock.settle()
        #expect(order.values == ["a", "b", "posted before c", "c", "posted after c"])
    }

    @Test func aBoundedHandoverRefusesWhatIsTooMuch() {
        let clock = VirtualScheduler()
        let handover = Handover<Int>(to: clock, capacity: 2) { _ in }
        #expect([1, 2, 3].map { handover.send($0) } == [.accepted, .accepted, .full])
        clock.settle()
        #expect(handover.send(4) == .accepted)
    }

    @Test func nothingArrivesAfterItIsClosedOnItsScheduler() {
        let clock = VirtualScheduler()
        let arrived = Recorder<Int>()
        let link = Recorder<Handover<Int>>()
        link.add(
            Handover<Int>(to: clock) { value in
                arrived.add(value)
                if value == 2 { link.values[0].close() }
            })
        for value in 1...4 { link.values[0].send(value) }
        clock.settle()
        #expect(arrived.values == [1, 2])
        #expect(link.values[0].send(5) == .closed)
    }

    @Test func aClosedHandoverReleasesItsClosureAndItsValuesOnTheScheduler() async {
        await withScheduler { scheduler in
            let releases = Recorder<String?>()
            let gate = Gate(closing: scheduler)
            func makeAndSend() {
                let probe = releases.probe()
                let handover = Handover<Probe>(to: scheduler) { _ in withExtendedLifetime(probe) {}
                }
                handover.send(releases.probe())
            }
            makeAndSend()
            gate.open()
            await scheduler.drained()
            #expect(releases.values == ["BL", "BL"])
        }
    }

    @Test func aHandoverToASchedulerThatIsShutDownIsClosed() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let handover = Handover<Int>(to: scheduler) { _ in }
        #expect(handover.send(1) == .closed)
        #expect(handover.send(2) == .closed)
    }

    @Test func aHandoverWhoseBatchWasSkippedIsClosed() async {
        let scheduler = WorkScheduler(name: "BL")
        let handover = Handover<Int>(to: scheduler) { _ in }
        let gate = Gate(closing: scheduler)
        handover.send(1)
        scheduler.shutDown(.finishRunning)
        gate.open()
        _ = await scheduler.finished()
        #expect(handover.send(2) == .closed)
        #expect(handover.count == 0)
    }

    @Test func aQuietHandoverReleasesItsClosureAtTheEndOfItsScheduler() async {
        let scheduler = WorkScheduler(name: "BL")
        let releases = Recorder<String?>()
        func make() -> Handover<Int> {
            let probe = releases.probe()
            return Handover<Int>(to: scheduler) { _ in withExtendedLifetime(probe) {} }
        }
        let handover = make()
        scheduler.shutDown()
        _ = await scheduler.finished()
        #expect(releases.values == ["BL"])
        #expect(handover.send(1) == .closed)
    }

    @Test func valuesKeepTheirPlaceWhileTheReceiverWaits() async {
        await withScheduler("slow") { slow in
            await withScheduler { scheduler in
                let order = Recorder<String>()
                let service = SchedulerBound(on: slow) { 1 }
                await slow.drained()
                let gate = Gate(closing: slow)
                let isWaiting = DispatchSemaphore(value: 0)
                let handover = Handover<String>(to: scheduler) { value in
                    order.add(value)
                    guard value == "a" else { return }
                    isWaiting.signal()
                    _ = try? service.wait { $0 }
                }
                handover.send("a")
                await withCheckedContinuation { isReceived in
                    Thread.detachNewThread {
                        isWaiting.wait()
                        isReceived.resume()
                    }
                }
                handover.send("b")
                scheduler.schedule {
                    order.add("work")
                    gate.open()
                }
                await scheduler.drained()
                #expect(order.values == ["a", "b", "work"])
            }
        }
    }

    @Test func aBatchGoesOnBeforeTheWorkBehindItWhileItsReceiverWaits() {
        let (home, other) = (VirtualScheduler(name: "home"), VirtualScheduler(name: "other"))
        let order = Recorder<String>()
        let answer = SchedulerBound(on: home) { 1 }
        home.settle()
        let handover = Handover<String>(to: other) { value in
            order.add(value)
            guard value == "a" else { return }
            _ = try? answer.wait(deadline: .seconds(1)) { $0 }
            order.add("waited")
        }
        for value in ["a", "b", "c"] { handover.send(value) }
        other.schedule { order.add("work") }
        other.settle()
        #expect(order.values == ["a", "b", "c", "work", "waited"])
    }
}
