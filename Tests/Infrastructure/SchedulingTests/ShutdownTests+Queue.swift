#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    extension ShutdownTests {
        @Test func whatIsAcceptedJustBeforeAShutdownIsSeenStillRuns() async {
            let scheduler = WorkScheduler(name: "BL")
            let ran = Recorder<String>()
            await withCheckedContinuation { continuation in
                scheduler.schedule {
                    // As if the thread had found its queue empty, and the rest had happened before
                    // it read the queue again.
                    scheduler.schedule { ran.add("accepted") }
                    scheduler.queue.close(.orderly)
                    if let frame = CurrentScheduler.frame { _ = scheduler.endWork(in: frame) }
                    ran.add("ended")
                    continuation.resume()
                }
            }
            #expect(ran.values == ["accepted", "ended"])
        }

        @Test func lateItemsAreTakenInTheOrderOfTheirArrival() {
            var state = ShutdownState()
            let (clock, ran) = (VirtualScheduler(), Recorder<Int>())
            func accept(_ numbers: Range<Int>) {
                for number in numbers {
                    var item: WorkItem? = WorkItem({ ran.add(number) }, provenance: nil)
                    #expect(state.accept(&item, for: "BL") == nil)
                }
            }
            accept(0..<3)
            state.takeLate()?.runByOwner(of: clock)
            accept(3..<5)
            while let item = state.takeLate() { item.runByOwner(of: clock) }
            #expect(ran.values == [0, 1, 2, 3, 4])
        }
    }
#endif
