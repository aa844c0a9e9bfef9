import Foundation
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct MailboxTests {
    @Test func valuesArriveInOrderOnTheScheduler() async {
        await withScheduler { scheduler in
            let arrived = Recorder<Int>()
            let mailbox = Mailbox<Int>(to: scheduler) { value in
                if scheduler.isCurrent { arrived.add(value) }
            }
            for value in 0..<10_000 { mailbox.send(value) }
            await scheduler.drained()
            #expect(arrived.values == Array(0..<10_000))
        }
    }

    @Test func valueBeyondTheCapacityWakesTheScheduler() {
        let clock = VirtualScheduler()
        let arrived = Recorder<Int>()
        let mailbox = Mailbox<Int>(to: clock, capacity: 1) { arrived.add($0) }
        for number in 0..<2 {
            var value: Int? = number
            mailbox.send(beyondCapacity: &value)
            #expect(value == nil)
        }
        clock.runUntilIdle()
        #expect(arrived.values == [0, 1])
    }

    @Test func aBatchCostsOneItem() {
        let clock = VirtualScheduler()
        let mailbox = Mailbox<Int>(to: clock) { _ in }
        for value in 0..<1_000 { mailbox.send(value) }
        #expect(clock.waitingCount == 1)
        clock.runUntilIdle()
        #expect(mailbox.count == 0)
    }

    @Test func valuesArriveBeforeWorkThatIsPostedAfterThem() {
        let clock = VirtualScheduler()
        let order = Recorder<String>()
        let mailbox = Mailbox<String>(to: clock) { value in
            order.add(value)
            if value == "first" { clock.schedule { order.add("work") } }
        }
        mailbox.send("first")
        mailbox.send("second")
        clock.runUntilIdle()
        #expect(order.values == ["first", "second", "work"])
    }

    @Test func whatIsSentDuringADeliveryKeepsItsPlaceAmongTheSendersPosts() {
        let clock = VirtualScheduler()
        let order = Recorder<String>()
        let link = Recorder<Mailbox<String>>()
        link.add(
            Mailbox<String>(to: clock) { value in
                order.add(value)
                if value == "a" {
                    clock.schedule { order.add("posted before c") }
                    link.values[0].send("c")
                    clock.schedule { order.add("posted after c") }
                }
            })
        link.values[0].send("a")
        link.values[0].send("b")
        clock.runUntilIdle()
        #expect(order.values == ["a", "b", "posted before c", "c", "posted after c"])
    }

    @Test func aFullMailboxRefusesWhatIsTooMuch() {
        let clock = VirtualScheduler()
        let mailbox = Mailbox<Int>(to: clock, capacity: 2) { _ in }
        #expect([1, 2, 3].map { mailbox.send($0) } == [.accepted, .accepted, .full])
        clock.runUntilIdle()
        #expect(mailbox.send(4) == .accepted)
    }

    @Test func nothingArrivesAfterItIsClosedOnItsScheduler() {
        let clock = VirtualScheduler()
        let arrived = Recorder<Int>()
        let link = Recorder<Mailbox<Int>>()
        link.add(
            Mailbox<Int>(to: clock) { value in
                arrived.add(value)
                if value == 2 { link.values[0].close() }
            })
        for value in 1...4 { link.values[0].send(value) }
        clock.runUntilIdle()
        #expect(arrived.values == [1, 2])
        #expect(link.values[0].send(5) == .closed)
    }

    @Test func aClosedMailboxReleasesItsClosureAndItsValuesOnTheScheduler() async {
        await withScheduler { scheduler in
            let releases = Recorder<String?>()
            let gate = Gate(closing: scheduler)
            func makeAndSend() {
                let probe = releases.probe()
                let mailbox = Mailbox<Probe>(to: scheduler) { _ in withExtendedLifetime(probe) {}
                }
                mailbox.send(releases.probe())
            }
            makeAndSend()
            gate.open()
            await scheduler.drained()
            #expect(releases.values == ["BL", "BL"])
        }
    }

    @Test func aMailboxOfASchedulerThatIsShutDownIsClosed() async {
        let scheduler = WorkScheduler(name: "BL")
        scheduler.shutDown()
        _ = await scheduler.finished()
        let mailbox = Mailbox<Int>(to: scheduler) { _ in }
        #expect(mailbox.send(1) == .closed)
        #expect(mailbox.send(2) == .closed)
    }

    @Test func aMailboxWhoseBatchWasSkippedIsClosed() async {
        let scheduler = WorkScheduler(name: "BL")
        let mailbox = Mailbox<Int>(to: scheduler) { _ in }
        let gate = Gate(closing: scheduler)
        mailbox.send(1)
        scheduler.shutDown(.finishRunning)
        gate.open()
        _ = await scheduler.finished()
        #expect(mailbox.send(2) == .closed)
        #expect(mailbox.count == 0)
    }

    @Test func aQuietMailboxReleasesItsClosureAtTheEndOfItsScheduler() async {
        let scheduler = WorkScheduler(name: "BL")
        let releases = Recorder<String?>()
        func make() -> Mailbox<Int> {
            let probe = releases.probe()
            return Mailbox<Int>(to: scheduler) { _ in withExtendedLifetime(probe) {} }
        }
        let mailbox = make()
        scheduler.shutDown()
        _ = await scheduler.finished()
        #expect(releases.values == ["BL"])
        #expect(mailbox.send(1) == .closed)
    }

    @Test func valuesKeepTheirPlaceWhileTheReceiverWaits() async {
        await withScheduler("slow") { slow in
            await withScheduler { scheduler in
                let order = Recorder<String>()
                let service = SchedulerBound(on: slow) { 1 }
                await slow.drained()
                let gate = Gate(closing: slow)
                let isWaiting = DispatchSemaphore(value: 0)
                let mailbox = Mailbox<String>(to: scheduler) { value in
                    order.add(value)
                    guard value == "a" else { return }
                    isWaiting.signal()
                    _ = try? service.wait { $0 }
                }
                mailbox.send("a")
                await withCheckedContinuation { isReceived in
                    Thread.detachNewThread {
                        isWaiting.wait()
                        isReceived.resume()
                    }
                }
                mailbox.send("b")
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
        home.runUntilIdle()
        let mailbox = Mailbox<String>(to: other) { value in
            order.add(value)
            guard value == "a" else { return }
            _ = try? answer.wait(deadline: .seconds(1)) { $0 }
            order.add("waited")
        }
        for value in ["a", "b", "c"] { mailbox.send(value) }
        other.schedule { order.add("work") }
        other.runUntilIdle()
        #expect(order.values == ["a", "b", "c", "work", "waited"])
    }
}
