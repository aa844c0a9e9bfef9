#if DEBUG  // the optimised build hides what is internal
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
