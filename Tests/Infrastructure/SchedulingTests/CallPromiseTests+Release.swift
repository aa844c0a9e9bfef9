#if DEBUG  // the optimised build hides what is internal
    import SchedulingTestKit
    import Testing

    @testable import Scheduling

    extension CallPromiseTests {
        @Test func aPromiseIsReleasedThatWasFulfilledBeforeItsDeadlineWasSet() async {
            await withScheduler { scheduler in
                let service = SchedulerBound(on: PromptScheduler(scheduler)) { 7 }
                weak var seen: CallPromise<Int>?
                func ask() {
                    let promise = CallPromise<Int>()
                    seen = promise
                    PendingCall(
                        { $0 }, to: service, before: .seconds(60), answering: promise, #fileID,
                        #line
                    ).post()
                    #expect((try? promise.answer.get()) == 7)
                }
                ask()
                #expect(seen == nil)
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
