import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct OrderTests {
    @Test func workRunsInPostingOrder() async {
        await withScheduler { scheduler in
            let order = Recorder<Int>()
            for number in 0..<10_000 { scheduler.schedule { order.add(number) } }
            await scheduler.drained()
            #expect(order.values == Array(0..<10_000))
        }
    }

    @Test func mainSchedulerRunsEverythingThatArrivesDuringATurn() async {
        let producer = WorkScheduler(name: "producer")
        let order = Recorder<Int>()
        let allPosted = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            MainScheduler.shared.schedule {
                producer.schedule {
                    for number in 0..<1_000 {
                        MainScheduler.shared.schedule { order.add(number) }
                    }
                    MainScheduler.shared.schedule { continuation.resume() }
                    allPosted.signal()
                }
                allPosted.wait()
            }
        }
        #expect(order.values == Array(0..<1_000))
        producer.shutDown()
    }

    @Test @MainActor func mainSchedulerRunsOneBurstAfterTheOther() async {
        for _ in 0..<4 {
            let order = Recorder<Int>()
            await withCheckedContinuation { continuation in
                for number in 0..<1_000 { MainScheduler.shared.schedule { order.add(number) } }
                MainScheduler.shared.schedule { continuation.resume() }
            }
            #expect(order.values == Array(0..<1_000))
        }
    }

    @Test func nestedWorkRunsAfterTheCurrentWhereverTheOuterCameFrom() async {
        await withScheduler { scheduler in
            for isInside in [false, true] {
                let order = Recorder<String>()
                let outer: @Sendable () -> Void = {
                    scheduler.schedule { order.add("inner") }
                    order.add("outer")
                }
                if isInside {
                    scheduler.schedule { scheduler.schedule(outer) }
                } else {
                    scheduler.schedule(outer)
                }
                await scheduler.drained()
                await scheduler.drained()
                #expect(order.values == ["outer", "inner"])
            }
        }
    }

    @Test func performRunsAtOnceWhenNothingWaits() async {
        await withScheduler { scheduler in
            let order = Recorder<String>()
            await withCheckedContinuation { continuation in
                scheduler.schedule {
                    scheduler.perform { order.add("performed") }
                    order.add("after")
                    continuation.resume()
                }
            }
            #expect(order.values == ["performed", "after"])
        }
    }

    @Test func performNeverOvertakesWhatWasPostedFromElsewhere() async {
        await withScheduler { scheduler in
            let order = Recorder<String>()
            let gate = Gate(closing: scheduler)
            scheduler.schedule {
                order.add("running")
                scheduler.perform { order.add("performed") }
            }
            DispatchQueue.global().sync {
                _ = scheduler.schedule { order.add("posted from elsewhere") }
            }
            gate.open()
            await scheduler.drained()
            await scheduler.drained()
            #expect(order.values == ["running", "posted from elsewhere", "performed"])
        }
    }

    @Test func performNeverOvertakesATimerThatIsDue() async {
        await withScheduler { scheduler in
            let order = Recorder<String>()
            scheduler.schedule {
                scheduler.schedule(after: .milliseconds(1)) { order.add("timer") }
                scheduler.schedule {
                    let due = scheduler.now.advanced(by: .milliseconds(2))
                    while scheduler.now < due {}
                    scheduler.perform { order.add("performed") }
                }
            }
            await scheduler.drained()
            await scheduler.drained()
            await scheduler.drained()
            #expect(order.values == ["timer", "performed"])
        }
    }

    @Test func performOfOneOfSeveralSchedulersOnAThreadAnswersForItselfOnly() {
        let first = VirtualScheduler(name: "first")
        let second = VirtualScheduler(name: "second")
        let order = Recorder<String>()
        first.schedule {
            second.schedule { order.add("queued on second") }
            second.enter {
                second.perform { order.add("performed on second") }
                first.perform { order.add("performed on first, from second") }
            }
            order.add("end")
        }
        first.runUntilIdle()
        second.runUntilIdle()
        #expect(
            order.values == [
                "end", "performed on first, from second", "queued on second", "performed on second",
            ])
    }

    @Test func currentSchedulerIsRestoredAfterNestingAndAfterAThrow() {
        struct Failure: Error {}
        let outer = VirtualScheduler(name: "outer")
        let inner = VirtualScheduler(name: "inner")
        outer.enter {
            #expect(Schedulers.current === outer)
            try? inner.enter {
                #expect(Schedulers.current === inner)
                #expect(!outer.isCurrent)
                throw Failure()
            }
            #expect(Schedulers.current === outer)
        }
        DispatchQueue.global().sync { #expect(!outer.isCurrent && !inner.isCurrent) }
    }

    @Test func aForeignThreadHasNoCurrentScheduler() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                #expect(Schedulers.current == nil)
                continuation.resume()
            }
        }
    }

    @Test func workThatPostsItsNextRoundTakesNoStack() async {
        await withScheduler { scheduler in
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                @Sendable func post(_ left: Int) {
                    scheduler.schedule {
                        if left == 0 { continuation.resume() } else { post(left - 1) }
                    }
                }
                post(100_000)
            }
        }
    }

    @Test func aQueueWithACapacityRefusesWhatIsTooMuchAndReleasesItAtOnce() async {
        await withScheduler(capacity: 4) { scheduler in
            let gate = Gate(closing: scheduler)
            let releases = Recorder<String?>()
            let postResults = (0..<6).map { _ in
                let probe = releases.probe()
                return scheduler.schedule { withExtendedLifetime(probe) {} }
            }
            #expect(postResults == [.accepted, .accepted, .accepted, .accepted, .full, .full])
            #expect(releases.values == [nil, nil])
            gate.open()
            await scheduler.drained()
            #expect(releases.values == [nil, nil, "BL", "BL", "BL", "BL"])
            #expect(scheduler.schedule {} == .accepted)
        }
    }
}
