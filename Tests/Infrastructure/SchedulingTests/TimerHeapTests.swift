#if DEBUG  // the optimised build hides what is internal
    import Testing

    @testable import Scheduling

    @Suite struct TimerHeapTests {
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
