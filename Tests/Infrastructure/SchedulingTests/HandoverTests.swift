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
}
