#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Synchronization
    import Testing

    @testable import Scheduling

    extension InstrumentationTests {
        @Test func schedulerHasOneObserver() {
            let instrumentation = SchedulerInstrumentation(scheduler: "BL", isMain: false)
            for _ in 0..<2 { instrumentation.observe(by: CountedObserver.self) }
            #expect(CountedObserver.count.load(ordering: .relaxed) == 1)
            #expect(instrumentation.observer is CountedObserver)
        }

        @Test func batchesArePassedOnUntilTheLastObserverHasLeft() async {
            await withScheduler { scheduler in
                let observations = (0..<2).map { _ in scheduler.observeBacklog { _ in } }
                for observation in observations {
                    await scheduler.drained()
                    #expect(scheduler.queue.isObserved)
                    observation.cancel()
                }
                await scheduler.drained()
                // The metrics of another test count the batches of all schedulers.
                let isCounted = scheduler.queue.instrumentation.observer?.countsBatches == true
                #expect(scheduler.queue.isObserved == isCounted)
            }
        }
    }

    private final class CountedObserver: SchedulerObserver {
        static let count = Atomic<Int>(0)

        let countsBatches = false
        let activity: String? = nil

        init(scheduler: String, number: UInt64, isMain: Bool) {
            Self.count.add(1, ordering: .relaxed)
        }

        static func waitWasRefused(in cycle: WaitCycle) {}
        func took(_ count: Int) {}
        func runBegan(_ provenance: Provenance?, backlog: Int) {}
        func runCalled(_ service: Any.Type, _ method: StaticString?) {}
        func runEnded() {}
    }
#endif
