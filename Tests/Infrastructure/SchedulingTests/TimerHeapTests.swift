#if DEBUG  // the optimised build hides what is internal
    import Testing

    @testable import Scheduling
    @testable import SchedulingTestKit

    @Suite struct TimerHeapTests {
        @Test func cancelledTimersOfAVirtualSchedulerDoNotPileUp() {
            let clock = VirtualScheduler()
            for _ in 0..<10_000 { clock.schedule(after: .seconds(3600)) {}.cancel() }
            clock.runUntilIdle()
            #expect(clock.waitingCount == 0)
            clock.schedule(after: .seconds(3600)) {}
            #expect(clock.timerCount == 1)
        }

        @Test func cancelledTimersOfAWorkSchedulerDoNotPileUp() async {
            await withScheduler { scheduler in
                func count() async -> Int {
                    await withCheckedContinuation { continuation in
                        scheduler.schedule {
                            continuation.resume(returning: scheduler.queue.timerCount)
                        }
                    }
                }
                let timers = (0..<1_000).map { _ in scheduler.schedule(after: .seconds(3600)) {} }
                let all = await count()
                for timer in timers { timer.cancel() }
                scheduler.schedule(after: .seconds(3600)) {}
                let left = await count()
                #expect(all == 1_000)
                #expect(left == 1)
            }
        }

        @Test func removingCancelledWorkKeepsTheOrderOfTheRest() {
            let clock = VirtualScheduler()
            var heap = TimerHeap()
            var expected: [Int64] = []
            // 7919 is prime to 1000: each moment comes once, in a mixed order.
            for number in 0..<1_000 {
                let nanoseconds = Int64(number * 7_919 % 1_000)
                let moment = SchedulerInstant(nanoseconds: nanoseconds)
                let work = ScheduledWork(
                    WorkItem({}, provenance: nil), at: moment, tolerance: .zero, on: clock)
                heap.insert(work, at: moment)
                if number.isMultiple(of: 3) { work.cancel() } else { expected.append(nanoseconds) }
            }
            heap.removeCancelled()
            #expect(heap.count == expected.count)
            var popped: [Int64] = []
            while let work = heap.popDue(at: SchedulerInstant(nanoseconds: 1_000)) {
                popped.append(work.moment.nanoseconds)
            }
            #expect(popped == expected.sorted())
        }

        @Test func toleranceLetsOneWakeUpServeSeveralTimersButMakesNoneLate() {
            let clock = VirtualScheduler()
            var heap = TimerHeap()
            func add(at moment: Int64, tolerance: Int64) {
                let moment = SchedulerInstant(nanoseconds: moment)
                let work = ScheduledWork(
                    WorkItem({}, provenance: nil), at: moment, tolerance: .nanoseconds(tolerance),
                    on: clock)
                heap.insert(work, at: moment)
            }
            #expect(heap.wakeUp == nil)
            add(at: 10, tolerance: 100)
            #expect(heap.wakeUp?.nanoseconds == 110)
            add(at: 50, tolerance: 10)
            #expect(heap.wakeUp?.nanoseconds == 60)
            add(at: 58, tolerance: 0)
            #expect(heap.wakeUp?.nanoseconds == 58)
            add(at: 59, tolerance: 0)
            #expect(heap.wakeUp?.nanoseconds == 58)
            for wakeUp: Int64? in [58, 58, 59, nil] {
                _ = heap.popDue(at: SchedulerInstant(nanoseconds: 100))
                #expect(heap.wakeUp?.nanoseconds == wakeUp)
            }
        }
    }
#endif
