#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    extension ReplyTests {
        @Test(.timeLimit(.minutes(1)))
        func theOutcomeOfACallThatWasMadeBeforeItsDeadlineIsReleased() async {
            await withScheduler { scheduler in
                let service = SchedulerBound(on: scheduler) { 7 }
                await withCheckedContinuation { continuation in
                    let held = Held { continuation.resume() }
                    service.schedule(deadline: .seconds(3600), { _ in }) { _ in
                        withExtendedLifetime(held) {}
                    }
                }
            }
        }

        @Test func whatACallCapturedThatWaitedForTheServiceGoesWithTheCall() {
            let releases = Recorder<String?>()
            let slot = BoundSlot<Int>()
            func call() -> BoundSlot<Int>.Call {
                let probe = releases.probe()
                return { _ in withExtendedLifetime(probe) {} }
            }
            var seen: [Int] = []
            slot.deliver(call())
            slot.deliver { _ in seen.append(releases.values.count) }
            slot.finishConstruction(.success(7))
            #expect(seen == [1])
        }
    }
#endif
