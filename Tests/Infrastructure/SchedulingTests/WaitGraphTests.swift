#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    @Suite struct DrainedTests {
        @Test func itemsThatServeMeanwhileAreWaitedFor() {
            let clock = VirtualScheduler()
            let other = VirtualScheduler(name: "other")
            let order = Recorder<String>()
            let value = SchedulerBound(on: other) { 1 }
            clock.schedule {
                _ = try? value.wait { $0 }
                order.add("item")
            }
            clock.notifyWhenDrained({ order.add("drained") }, #fileID, #line)
            clock.schedule { other.runUntilIdle() }
            clock.runUntilIdle()
            #expect(order.values == ["item", "drained"])
        }
    }

    @Suite struct WaitGraphTests {
        @Test(.timeLimit(.minutes(1))) func everyWaitIsLookedAtOnce() throws {
            let schedulers = (0..<16).map { VirtualScheduler(name: "\($0)") }
            var waits: [WaitGraph.Wait] = []
            for from in schedulers {
                from.enter {
                    for to in schedulers where to !== from {
                        waits.append(WaitGraph.serve(whileWaitingFor: to))
                    }
                }
            }
            let other = VirtualScheduler(name: "other")
            try other.enter { try WaitGraph.block(on: schedulers[0], #fileID, #line).end() }
            let error = schedulers[0].enter {
                #expect(throws: BlockingError.self) {
                    try WaitGraph.block(on: schedulers[1], #fileID, #line).end()
                }
            }
            #expect(error != nil)
            for wait in waits { wait.end() }
        }
    }
#endif
