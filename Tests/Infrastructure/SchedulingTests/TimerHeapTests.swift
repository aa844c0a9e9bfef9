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

        @Test func timersThatARunReachesLeaveTheHeapTogether() {
            let clock = VirtualScheduler()
            let (ran, sorted) = (Recorder<Int>(), Recorder<Int>())
            clock.schedule(after: .zero) { sorted.add(clock.sortedTimerCount) }
            for number in 0..<1_000 {
                clock.schedule(after: .seconds(number * 7_919 % 1_000)) { ran.add(number) }
            }
            clock.advance(by: .seconds(500))
            #expect(sorted.values == [501])
            #expect(clock.sortedTimerCount == 0 && clock.waitingCount == 499)
            clock.run()
            let expected = (0..<1_000).sorted { $0 * 7_919 % 1_000 < $1 * 7_919 % 1_000 }
            #expect(ran.values == expected)
        }

        @Test func removingCancelledWorkKeepsTheOrderOfTheRest() {
            var timers = Timers(count: 1_000)
            for (number, work) in timers.insertAll().enumerated() where number.isMultiple(of: 3) {
                work.cancel()
            }
            let left = (0..<1_000).filter { !$0.isMultiple(of: 3) }
            timers.heap.removeCancelled()
            #expect(timers.heap.count == left.count)
            let expected = left.map { Int64($0 * 7_919 % 1_000) }.sorted()
            #expect(timers.popDue(at: 1_000) == expected)
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

        /// A wake-up that was computed again at each pop would move with the first timer.
        ///
        /// It would cost a pass over all timers within the tolerance each time.
        @Test func aWakeUpIsComputedOnceForAllTimersWithinATolerance() throws {
            var timers = Timers(count: 0)
            for moment in 0..<3_000 { timers.insert(at: Int64(moment), tolerance: 1_000) }
            var wakeUps: [Int64] = []
            for moment in 0..<Int64(3_000) {
                let known = timers.heap.wakeUp
                let wakeUp = try #require(known).nanoseconds
                if wakeUps.last != wakeUp { wakeUps.append(wakeUp) }
                #expect(wakeUp >= moment)
                #expect(timers.popDue(at: moment) == [moment])
            }
            #expect(wakeUps == [1_000, 2_001, 3_002])
            #expect(timers.heap.wakeUp == nil)
        }

        @Test func aWakeUpThatIsNoLongerNecessaryStillFindsWorkOrIsComputedAgain() {
            var timers = Timers(count: 0)
            timers.insert(at: 10, tolerance: 10)
            timers.insert(at: 15, tolerance: 100)
            timers.insert(at: 500, tolerance: 0)
            #expect(timers.heap.wakeUp?.nanoseconds == 20)
            #expect(timers.popDue(at: 12) == [10])
            // The moment is early, and the second timer is due by then.
            #expect(timers.heap.wakeUp?.nanoseconds == 20)
            #expect(timers.popDue(at: 20) == [15])
            // A check at the former moment would find nothing.
            #expect(timers.heap.wakeUp?.nanoseconds == 500)
            timers.insert(at: 30, tolerance: 5)
            #expect(timers.heap.wakeUp?.nanoseconds == 35)
        }

        @Test(arguments: [1_000, 20_000])
        func manyTimersThatAreDueAtOnceComeInTheirOrder(count: Int) {
            var timers = Timers(count: count)
            timers.insertAll()
            // The first of these leave the heap one by one, the others in one pass.
            #expect(timers.popDue(at: 100) == Array(0...100))
            #expect(timers.popDue(at: 100) == [])
            #expect(timers.popDue(at: Int64(count)) == Array(101..<Int64(count)))
        }

        @Test func manyTimersOfEqualMomentsComeInTheOrderOfTheirInsertion() {
            var timers = Timers(count: 0)
            // Negative moments are earlier than all others.
            let works = (0..<10_000).map { timers.insert(at: Int64($0 % 7 - 3) << 40) }
            var popped: [ScheduledWork] = []
            while let work = timers.heap.popDue(at: .distantFuture) { popped.append(work) }
            let expected = (0..<7).flatMap { kind in
                stride(from: kind, to: works.count, by: 7).map { works[$0] }
            }
            #expect(popped.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
        }

        @Test func workThatIsInsertedWhileManyTimersAreDueKeepsItsPlace() {
            var timers = Timers(count: 1_000)
            timers.insertAll()
            let first = (0..<500).map { _ in timers.heap.popDue(at: timers.end)?.moment }
            #expect(first.map { $0?.nanoseconds } == Array(0..<500))
            timers.insert(at: 20)
            let second = timers.insert(at: 700)
            var rest: [ScheduledWork] = []
            while let work = timers.heap.popDue(at: timers.end) { rest.append(work) }
            #expect(
                rest.map(\.moment.nanoseconds) == [20] + Array(500...700) + Array(700..<1_000))
            #expect(rest.firstIndex { $0 === second } == 202)
        }

        @Test func timersThatAreDueAndHaveNotRunAreStillInTheHeap() {
            var timers = Timers(count: 1_000)
            let works = timers.insertAll()
            _ = timers.heap.popDue(at: timers.end)
            #expect(timers.heap.count == 999)
            #expect(timers.heap.countWaiting(until: SchedulerInstant(nanoseconds: 9)) == 9)
            #expect(timers.heap.wakeUp?.nanoseconds == 1)
            #expect(timers.heap.popDue(at: SchedulerInstant(nanoseconds: 0)) == nil)
            for work in works where work.moment.nanoseconds < 10 { work.cancel() }
            timers.heap.removeCancelled()
            #expect(timers.heap.count == 990)
            #expect(timers.heap.earliest?.nanoseconds == 10)
            timers.insert(at: 5)
            #expect(timers.heap.earliest?.nanoseconds == 5)
            let left = timers.heap.removeAll().map(\.moment.nanoseconds)
            #expect(left == [5] + Array(10..<1_000))
            #expect(timers.heap.isEmpty)
        }

        @Test func earliestWorkIsTakenNext() {
            var timers = Timers(count: 1_000)
            timers.insertAll()
            _ = timers.heap.popDue(at: timers.end)
            // One is earlier than those that left the heap together, one is later.
            timers.insert(at: 0)
            timers.insert(at: 500)
            while let earliest = timers.heap.earliestWork {
                #expect(timers.heap.popDue(at: timers.end) === earliest)
            }
            #expect(timers.heap.isEmpty)
        }
    }

    /// A heap, and timers for its first moments.
    private struct Timers {
        var heap = TimerHeap()
        let count: Int
        private let clock = VirtualScheduler()

        init(count: Int) { self.count = count }

        /// A moment at which all timers are due.
        var end: SchedulerInstant { SchedulerInstant(nanoseconds: Int64(count)) }

        /// Inserts a timer for each moment, in a mixed order.
        @discardableResult
        mutating func insertAll() -> [ScheduledWork] {
            // 7919 is prime to the counts: each moment comes once.
            (0..<count).map { insert(at: Int64($0 * 7_919 % count)) }
        }

        @discardableResult
        mutating func insert(at nanoseconds: Int64, tolerance: Int64 = 0) -> ScheduledWork {
            let moment = SchedulerInstant(nanoseconds: nanoseconds)
            let work = ScheduledWork(
                WorkItem({}, provenance: nil), at: moment, tolerance: .nanoseconds(tolerance),
                on: clock)
            heap.insert(work, at: moment)
            return work
        }

        /// The moments of all timers that are due.
        mutating func popDue(at nanoseconds: Int64) -> [Int64] {
            var moments: [Int64] = []
            while let work = heap.popDue(at: SchedulerInstant(nanoseconds: nanoseconds)) {
                moments.append(work.moment.nanoseconds)
            }
            return moments
        }
    }
#endif
